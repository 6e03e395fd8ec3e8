-- Signals of which a part is assigned to another part: a chain in one vector, as ripples and shift registers are written.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity chained is
  port (
    clk : in  std_logic;
    s   : in  std_logic;
    d   : in  std_logic_vector(7 downto 0);
    a   : out std_logic_vector(7 downto 0);
    b   : out std_logic_vector(8 downto 0);
    c   : out std_logic_vector(7 downto 0);
    e   : out std_logic_vector(7 downto 0);
    f   : out std_logic_vector(15 downto 0);
    g   : out std_logic_vector(3 downto 0);
    h   : out std_logic_vector(7 downto 0)
  );
end entity;
architecture rtl of chained is
  type stages is array (0 to 3) of std_logic_vector(7 downto 0);
  type rec is record lo, hi : std_logic_vector(7 downto 0); end record;
  signal prefix, zeros, shift : std_logic_vector(7 downto 0);
  signal carry : std_logic_vector(8 downto 0);
  signal stage : stages;
  signal pair  : rec;
  signal ones  : std_logic_vector(3 downto 0);
begin
  -- a prefix or
  prefix(0) <= d(0);
  prefix(7 downto 1) <= prefix(6 downto 0) or d(7 downto 1);
  a <= prefix;

  -- a carry chain in a loop
  carry(0) <= s;
  ripple : for i in 0 to 7 generate
    carry(i + 1) <= (d(i) and s) or (carry(i) and (d(i) xor s));
  end generate;
  b <= carry;

  -- a chain that begins with a constant is a constant
  zeros(0) <= '0';
  zeros(7 downto 1) <= zeros(6 downto 0);
  c <= zeros xor d;

  -- a shift register in one vector
  process (clk) begin
    if rising_edge(clk) then shift(0) <= s; shift(7 downto 1) <= shift(6 downto 0); end if;
  end process;
  e <= shift;

  -- a pipeline whose head is no register, and a record whose part is the other part
  stage(0) <= d;
  process (clk) begin
    if rising_edge(clk) then stage(1 to 3) <= stage(0 to 2); end if;
  end process;
  pair.lo <= stage(3);
  pair.hi <= pair.lo xor d;
  f <= pair.hi & pair.lo;

  -- constants in a chain of constants
  ones <= (0 => '1', others => '0');
  g <= ones(2 downto 0) & ones(0);
  h(3 downto 0) <= ones;
  h(7 downto 4) <= ones when s = '1' else not ones;
end architecture;
