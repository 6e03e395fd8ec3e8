-- Styles of clocks, resets, variables and drivers; fixed point by hand; assertions; delays that mean nothing; ports that are read.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use ieee.math_real.all;

entity styles is
  port (
    clk : in  std_logic;
    rst : in  std_logic;
    rst_n : in  std_logic;
    en  : in  std_logic;
    d   : in  std_logic_vector(7 downto 0);
    e   : in  std_logic_vector(7 downto 0);
    old_style : out std_logic_vector(7 downto 0);
    async_low : out std_logic_vector(7 downto 0);
    before : out std_logic_vector(7 downto 0);
    mixed : out std_logic_vector(7 downto 0);
    halves : out std_logic_vector(7 downto 0);
    echo : out std_logic_vector(7 downto 0);
    both : out std_logic_vector(7 downto 0);
    sine : out signed(7 downto 0);
    fixed : out signed(15 downto 0);
    pulse : out std_logic;
    sync : out std_logic;
    gated : out std_logic_vector(7 downto 0);
    init : out std_logic_vector(7 downto 0);
    cond : out std_logic_vector(7 downto 0);
    sel : out std_logic_vector(7 downto 0);
    same : out std_logic_vector(3 downto 0);
    barrel : out std_logic_vector(7 downto 0);
    lfsr : out std_logic_vector(15 downto 0);
    toggles : out std_logic_vector(3 downto 0)
  );
end entity;

architecture rtl of styles is
  function start return std_logic_vector is
    variable v : std_logic_vector(7 downto 0) := (others => '0');
  begin
    for i in v'range loop
      if i mod 3 = 0 then v(i) := '1'; end if;
    end loop;
    return v;
  end function;
  type wave_t is array (0 to 15) of signed(7 downto 0);
  function wave return wave_t is
    variable w : wave_t;
  begin
    for i in w'range loop
      w(i) := to_signed(integer(round(100.0 * sin(real(i) * MATH_2_PI / 16.0))), 8);
    end loop;
    return w;
  end function;
  constant SINES : wave_t := wave;
  signal powered : std_logic_vector(7 downto 0) := start;
  signal parts : std_logic_vector(7 downto 0) := "10110001";
  signal last : std_logic := '0';
  signal ff : std_logic_vector(2 downto 0) := "000";
  signal fx : signed(15 downto 0) := x"0100";
  signal reg : std_logic_vector(15 downto 0) := x"ACE1";
  signal t : std_logic_vector(3 downto 0) := "0000";
begin
  process (clk, rst)
  begin
    if rst = '1' then
      old_style <= x"3c";
    elsif clk'event and clk = '1' then
      if en = '1' then old_style <= d; end if;
    end if;
  end process;
  process (clk, rst_n)
  begin
    if not rst_n then
      async_low <= "00000001";
    elsif rising_edge(clk) then
      async_low <= d after 1 ns;
    end if;
  end process;
  process (clk)
    variable v, w : unsigned(7 downto 0) := x"05";
  begin
    if rising_edge(clk) then
      before <= std_logic_vector(v);
      v := unsigned(d) + w;
      w := v xor x"0f";
      mixed <= std_logic_vector(v + w);
    end if;
  end process;
  process (clk) begin if rising_edge(clk) then if en then parts(7 downto 4) <= d(3 downto 0); end if; end if; end process;
  process (clk) begin if rising_edge(clk) then if not en then parts(3 downto 0) <= e(7 downto 4); end if; end if; end process;
  halves <= parts;
  process (clk) begin if rising_edge(clk) then echo <= echo xor d; if rst then echo <= (others => '0'); end if; end if; end process;
  both <= (d and e) when en = '1' and rst = '0' else (d or e) when en = '1' else d nand e;
  sine <= SINES(to_integer(unsigned(d(3 downto 0))));
  process (clk)
  begin
    if rising_edge(clk) then
      fx <= resize(shift_right(fx * signed(d), 7), 16) + signed(e);
      last <= en;
      ff <= ff(1 downto 0) & en;
      reg <= reg(14 downto 0) & (reg(15) xor reg(13) xor reg(12) xor reg(10));
      for i in t'range loop
        if d(i) = '1' then t(i) <= not t(i); end if;
      end loop;
      assert d /= x"ff" or en = '1' or true report "never" severity error;
      if powered(0) = '1' then powered <= d; else powered <= powered(0) & powered(7 downto 1); end if;
    end if;
  end process;
  fixed <= fx;
  pulse <= en and not last;
  sync <= ff(2);
  gated <= d and (7 downto 0 => en);
  init <= powered;
  process (all)
  begin
    cond <= d when en = '1' else e;
    same <= "00" & (en ?= last) & (d(3 downto 0) ?/= e(3 downto 0));
    if d(0) = e(0) then same(3) <= '1'; end if;
    for i in 0 to 7 loop
      barrel(i) <= d((i + to_integer(unsigned(e(2 downto 0)))) mod 8);
    end loop;
  end process;
  with d(1 downto 0) select sel <= x"01" when "00", x"80" when "01", e when others;
  lfsr <= reg;
  toggles <= t;
end architecture;
