-- Constants of which a part is assigned through an alias, a computed slice, a procedure or an aggregate.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity split_more is
  port (
    clk, rst, we : in std_logic;
    s : in unsigned(1 downto 0);
    d : in std_logic_vector(3 downto 0);
    a1, a2, a3, a4, a5, a6, a7, a8, a9 : out std_logic_vector(7 downto 0);
    b1, b2, b3, b5, b6, b7, b8 : out std_logic_vector(7 downto 0);
    c2, c3, c6, c7, c8, c9 : out std_logic_vector(7 downto 0);
    e1 : out std_logic_vector(15 downto 0)
  );
end entity;
architecture rtl of split_more is
  type rec is record x : std_logic_vector(7 downto 0); y : std_logic_vector(3 downto 0); end record;
  type arr is array (0 to 1) of std_logic_vector(7 downto 0);
  signal r1, r2, r3, r4, r5, r6, r7, r8, r9 : std_logic_vector(7 downto 0) := x"00";
  signal q5 : rec := (x"00", x"0");
  signal ar : arr := (x"00", x"00");
  alias hi : std_logic_vector(3 downto 0) is r1(7 downto 4);
  alias rv : std_logic_vector(0 to 7) is r2;
  alias rv2 : std_logic_vector(0 to 3) is rv(2 to 5);
  alias bit3 : std_logic is r3(3);
  alias all4 : std_logic_vector(7 downto 0) is r4;
  alias fx : std_logic_vector(7 downto 0) is q5.x;
  alias fx_low : std_logic_vector(3 downto 0) is fx(3 downto 0);
  alias el : std_logic_vector(7 downto 0) is ar(1);
  procedure set_low(signal v : out std_logic_vector(3 downto 0); w : in std_logic_vector(3 downto 0)) is
  begin
    v <= w;
  end procedure;
  procedure fill(variable v : inout std_logic_vector(7 downto 0); w : in std_logic_vector(3 downto 0)) is
  begin
    v(5 downto 2) := w;
  end procedure;
begin
  process (clk) begin if rising_edge(clk) then if rst = '1' then r1 <= x"12"; elsif we = '1' then hi <= d; end if; end if; end process;
  a1 <= r1;
  process (clk) begin if rising_edge(clk) then if rst = '1' then r2 <= x"35"; elsif we = '1' then rv2 <= d; end if; end if; end process;
  a2 <= r2;
  process (clk) begin if rising_edge(clk) then if rst = '1' then r3 <= x"29"; elsif we = '1' then bit3 <= d(0); end if; end if; end process;
  a3 <= r3;
  process (clk) begin if rising_edge(clk) then if rst = '1' then all4 <= x"1d"; elsif we = '1' then r4(6 downto 3) <= d; end if; end if; end process;
  a4 <= r4;
  process (clk) begin if rising_edge(clk) then if rst = '1' then q5 <= (x"4b", x"2"); elsif we = '1' then fx_low <= d; end if; end if; end process;
  a5 <= q5.x; b5 <= q5.y & q5.y;
  process (clk) begin if rising_edge(clk) then if rst = '1' then ar <= (x"17", x"2c"); elsif we = '1' then el(5 downto 2) <= d; end if; end if; end process;
  a6 <= ar(0); b6 <= ar(1);
  -- computed slices in loops
  process (all)
    constant W : natural := 4;
    variable t : std_logic_vector(7 downto 0);
  begin
    t := x"1e";
    for k in 1 to 2 loop
      if s = k then t(2 * W - 1 - k * 2 downto W - k * 2) := d; end if;
    end loop;
    a7 <= t;
  end process;
  process (all)
    variable t : std_logic_vector(7 downto 0);
  begin
    t := x"00";
    for k in 0 to 3 loop
      if s = k then t := std_logic_vector(to_unsigned(k * 37 + 5, 8)); end if;
    end loop;
    if we = '1' then t(4 downto 1) := d; end if;
    a8 <= t;
  end process;
  process (clk) begin if rising_edge(clk) then if rst = '1' then r5 <= x"47"; elsif we = '1' then set_low(r5(6 downto 3), d); end if; end if; end process;
  a9 <= r5;
  process (all)
    variable t : std_logic_vector(7 downto 0);
  begin
    t := x"8e";
    if we = '1' then fill(t, d); end if;
    b1 <= t;
  end process;
  process (clk) begin if rising_edge(clk) then if rst = '1' then r6 <= x"93"; elsif we = '1' then (r6(7 downto 5), r6(4 downto 1), r6(0)) <= std_logic_vector'(std_logic_vector(s) & we & d & we); end if; end if; end process;
  b2 <= r6;
  -- constants computed from variables
  process (all)
    variable t, u : std_logic_vector(7 downto 0);
  begin
    u := x"31";
    u := u(6 downto 0) & '1';
    t := u;
    if s = 1 then t(3 downto 0) := d; elsif s = 2 then t := x"0" & "0110"; end if;
    b3 <= t;
  end process;
  -- a part of a part
  process (clk) begin if rising_edge(clk) then if rst = '1' then (r8, r9) <= std_logic_vector'(x"5a3c"); elsif we = '1' then r8(7 downto 4) <= d; r9(3 downto 0) <= d; end if; end if; end process;
  b7 <= r8; b8 <= r9;
  process (all)
    variable t : std_logic_vector(0 to 7);
  begin
    t := x"1b" when s = 1 else x"2e";
    if we = '1' then t(2 to 5) := d; end if;
    c2 <= t;
    case s is when "00" => t := x"17"; when "01" => t := x"2d"; when others => t := x"47"; end case;
    if d(3) = '1' then t(to_integer(s)) := we; end if;
    c3 <= t;
  end process;
  process (all) is
    variable n : unsigned(7 downto 0);
  begin
    n := to_unsigned(19, 8);
    case s is
      when "00" => n(7 downto 6) := s;
      when "01" => n := n + 4; n(0) := we;
      when "10" => n := shift_left(n, 1); n(3) := we;
      when others => null;
    end case;
    c6 <= std_logic_vector(n);
    c7 <= x"35"; if we = '1' then c7(4) <= d(0); end if;
    for k in 7 downto 0 loop
      c8(k) <= '1' when k mod 3 = 0 else '0';
    end loop;
    if we = '1' then c8(6 downto 3) <= d; end if;
    c9 <= (0 => '1', 1 => '1', 5 => '1', others => '0'); if s = 0 then c9(2) <= we; end if;
  end process;
  process (all)
    variable t : std_logic_vector(15 downto 0);
  begin
    t := x"1234";
    for k in 0 to 3 loop
      if s = k then t(15 - k * 4 downto 12 - k * 4) := d; end if;
    end loop;
    e1 <= t;
  end process;
end architecture;
