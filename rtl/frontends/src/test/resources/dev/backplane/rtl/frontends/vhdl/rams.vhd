-- Memories in the usual descriptions: read first, write first, no change, byte enables, two ports, contents from functions.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity rams is
  port (
    clk : in  std_logic;
    rst : in  std_logic;
    wea : in  std_logic;
    web : in  std_logic;
    en  : in  std_logic;
    aa  : in  unsigned(1 downto 0);
    ab  : in  unsigned(1 downto 0);
    be  : in  std_logic_vector(1 downto 0);
    da  : in  std_logic_vector(7 downto 0);
    db  : in  std_logic_vector(7 downto 0);
    rf  : out std_logic_vector(7 downto 0);
    wf  : out std_logic_vector(7 downto 0);
    wfa : out std_logic_vector(7 downto 0);
    nc  : out std_logic_vector(7 downto 0);
    bw  : out std_logic_vector(7 downto 0);
    ta  : out std_logic_vector(7 downto 0);
    tb  : out std_logic_vector(7 downto 0);
    ua  : out std_logic_vector(7 downto 0);
    ub  : out std_logic_vector(7 downto 0);
    dist : out std_logic_vector(7 downto 0);
    vr  : out std_logic_vector(7 downto 0);
    vi  : out std_logic_vector(7 downto 0);
    rom1 : out std_logic_vector(7 downto 0);
    rom2 : out std_logic_vector(7 downto 0);
    odd : out std_logic_vector(7 downto 0);
    rr  : out std_logic_vector(7 downto 0);
    ro  : out std_logic_vector(7 downto 0);
    two : out std_logic_vector(15 downto 0);
    pair : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of rams is
  type mem_t is array (0 to 3) of std_logic_vector(7 downto 0);
  type odd_t is array (0 to 2) of std_logic_vector(7 downto 0);
  function fill(seed : natural) return mem_t is
    variable m : mem_t;
  begin
    for i in m'range loop
      m(i) := std_logic_vector(to_unsigned((i * i * 37 + seed) mod 256, 8));
    end loop;
    return m;
  end function;
  constant SQUARES : mem_t := fill(5);
  signal m1, m2, m3, m4, m5, m6, m8, m9, ma : mem_t := fill(7);
  signal m7 : odd_t := (x"01", x"12", x"80");
  shared variable t, u : mem_t := fill(3);
  signal ra : unsigned(1 downto 0) := "00";
  signal mid : std_logic_vector(7 downto 0) := x"00";
  signal rq : std_logic_vector(7 downto 0) := x"00";
begin
  read_first : process (clk) begin
    if rising_edge(clk) then
      if wea then m1(to_integer(aa)) <= da; end if;
      rf <= m1(to_integer(aa));
    end if;
  end process;
  write_first_variable : process (clk)
    variable m : mem_t := fill(9);
  begin
    if rising_edge(clk) then
      if wea = '1' then m(to_integer(aa)) := da; end if;
      wf <= m(to_integer(aa));
    end if;
  end process;
  write_first_address : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then m2(to_integer(aa)) <= da; end if;
      ra <= aa;
    end if;
  end process;
  wfa <= m2(to_integer(ra));
  no_change : process (clk) begin
    if rising_edge(clk) then
      if en = '1' then
        if wea = '1' then m3(to_integer(aa)) <= da; else rq <= m3(to_integer(aa)); end if;
      end if;
    end if;
  end process;
  nc <= rq;
  bytes : process (clk) begin
    if rising_edge(clk) then
      for i in 0 to 1 loop
        if be(i) = '1' then m4(to_integer(aa))(4 * i + 3 downto 4 * i) <= da(4 * i + 3 downto 4 * i); end if;
      end loop;
      bw <= m4(to_integer(ab));
    end if;
  end process;
  -- true dual port, write first; which process comes first in a word of both is open, so they never meet
  porta : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then t(to_integer('0' & aa(0 downto 0))) := da; end if;
      ta <= t(to_integer('0' & aa(0 downto 0)));
    end if;
  end process;
  portb : process (clk) begin
    if rising_edge(clk) then
      if web = '1' then t(to_integer('1' & ab(0 downto 0))) := db; end if;
      tb <= t(to_integer('1' & ab(0 downto 0)));
    end if;
  end process;
  -- true dual port, read first; never in one word either
  porta2 : process (clk) begin
    if rising_edge(clk) then
      ua <= u(to_integer('0' & aa(0 downto 0)));
      if wea = '1' then u(to_integer('0' & aa(0 downto 0))) := da; end if;
    end if;
  end process;
  portb2 : process (clk) begin
    if rising_edge(clk) then
      ub <= u(to_integer('1' & ab(0 downto 0)));
      if web = '1' then u(to_integer('1' & ab(0 downto 0))) := db; end if;
    end if;
  end process;
  distributed : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then m5(to_integer(aa)) <= da; end if;
    end if;
  end process;
  dist <= m5(to_integer(ab));
  -- a variable that is read before and after it is written, through logic
  logic_on_variable : process (clk)
    variable m : mem_t := fill(1);
  begin
    if rising_edge(clk) then
      if wea = '1' then m(to_integer(aa)) := da; end if;
      vr <= not m(to_integer(ab));
    end if;
  end process;
  increment : process (clk)
    variable m : mem_t := fill(2);
  begin
    if rising_edge(clk) then
      vi <= m(to_integer(aa));
      m(to_integer(aa)) := std_logic_vector(unsigned(m(to_integer(aa))) + 1);
    end if;
  end process;
  rom1 <= SQUARES(to_integer(aa));
  process (clk) begin if rising_edge(clk) then rom2 <= SQUARES(to_integer(ab)); end if; end process;
  odd_depth : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' and aa /= 3 then m7(to_integer(aa)) <= da; end if;
      if ab /= 3 then odd <= m7(to_integer(ab)); end if;
    end if;
  end process;
  reset_output : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then m6(to_integer(aa)) <= da; end if;
      if rst = '1' then rr <= x"00"; elsif en = '1' then rr <= m6(to_integer(ab)); end if;
    end if;
  end process;
  registered_output : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then m8(to_integer(aa)) <= da; end if;
      mid <= m8(to_integer(ab));
      ro <= mid;
    end if;
  end process;
  two_reads : process (clk) begin
    if rising_edge(clk) then
      if web = '1' then m9(to_integer(ab)) <= db; end if;
      two <= m9(to_integer(aa)) & m9(to_integer(ab));
    end if;
  end process;
  two_writes : process (clk) begin
    if rising_edge(clk) then
      if wea = '1' then ma(to_integer(aa)) <= da; end if;
      if web = '1' then ma(to_integer(ab)) <= db; end if;
      pair <= ma(to_integer(ab));
    end if;
  end process;
end architecture;
