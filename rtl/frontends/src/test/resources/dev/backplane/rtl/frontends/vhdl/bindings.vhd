-- Components: bound by default, by a configuration specification, within generate statements; direct instantiation; blocks.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bindings_types.all;

entity bindings is
  port (
    clk : in  std_logic;
    d   : in  std_logic_vector(7 downto 0);
    n   : in  unsigned(3 downto 0);
    q0  : out std_logic_vector(7 downto 0);
    q1  : out std_logic_vector(7 downto 0);
    q2  : out std_logic_vector(7 downto 0);
    q3  : out std_logic_vector(7 downto 0);
    q4  : out std_logic_vector(7 downto 0);
    q5  : out std_logic_vector(7 downto 0);
    odd : out std_logic_vector(7 downto 0);
    crc : out std_logic_vector(7 downto 0);
    k   : out unsigned(7 downto 0);
    p   : out std_logic;
    chain : out std_logic_vector(7 downto 0);
    blk : out std_logic_vector(7 downto 0);
    gen : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of bindings is
  component other is
    port (d : in std_logic_vector(7 downto 0); clk : in std_logic; q : out std_logic_vector(7 downto 0));
  end component;
  for bound : other use entity work.step(late) generic map (AMOUNT => 7) port map (clk => clk, d => d, q => q);
  for first : step use entity work.step(early);
  constant TABLE : table_t := crc_table(x"07");
  type stages_t is array (0 to 3) of std_logic_vector(7 downto 0);
  signal stages : stages_t;
begin
  by_default : step port map (clk, d, q0);
  first : step port map (clk => clk, d => d, q => q1);
  bound : other port map (d => d, clk => clk, q => q2);
  inverted : step generic map (AMOUNT => -3, MODE => invert) port map (clk, d, q3);
  masked : entity work.step(late) generic map (LABELLED => "mask", MASK => x"a5_0000_0001", FLAG => true) port map (clk, not d, q4);
  swapped : entity work.step generic map (MODE => swap) port map (clk => clk, d => d, q => q5);
  other_part : entity work.\Odd Part\ port map (\in\ => d, o => odd);
  crc <= TABLE(to_integer(n));
  k <= LATER;
  p <= parity(d);
  stages(0) <= d;
  line : for i in 1 to 3 generate
    even : if i mod 2 = 0 generate
      s : step generic map (AMOUNT => i) port map (clk, stages(i - 1), stages(i));
    else generate
      s : step generic map (AMOUNT => -i, FLAG => i = 3) port map (clk, stages(i - 1), stages(i));
    end generate;
  end generate;
  chain <= stages(3);
  b : block
    signal inner : std_logic_vector(7 downto 0);
  begin
    inner <= d when n(0) = '1' else (others => '0');
    blk <= inner xor x"5a";
  end block;
  choice : if WIDTH = 4 generate
    gen <= (others => '0');
  elsif WIDTH = 8 generate
    gen <= d(3 downto 0) & d(7 downto 4);
  else generate
    gen <= (others => '1');
  end generate;
end architecture;
