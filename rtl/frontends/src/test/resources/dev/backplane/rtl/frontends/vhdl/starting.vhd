-- Objects without a value start at the leftmost value of their type.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
package starting_types is
  subtype few_t is integer range 9 to 15;
  subtype back_t is integer range 12 downto 3;
  type state_t is (idle, run, stop, fault);
  subtype busy_t is state_t range run to fault;
  type rec_t is record n : few_t; s : busy_t; b : std_logic_vector(3 downto 0); m : natural range 2 to 9; t : state_t; end record;
  type arr_t is array (0 to 2) of integer range 4 to 7;
  type recs_t is array (natural range <>) of rec_t;
end package;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.starting_types.all;
entity starting_part is
  generic (LOW : integer := 6);
  port (clk, en : in std_logic; y : out integer range LOW to 31; z : out few_t);
end entity;
architecture rtl of starting_part is
begin
  process (clk) begin if rising_edge(clk) then if en = '1' then y <= LOW + 1; z <= 11; end if; end if; end process;
end architecture;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.starting_types.all;
entity starting is
  port (
    clk, en : in std_logic;
    d : in unsigned(3 downto 0);
    y1, y2, y3, y4, y5, y6, y7, y8, y9 : out unsigned(5 downto 0);
    r1, r2, r3, r4, r5, r6 : out unsigned(5 downto 0);
    w1 : out signed(31 downto 0);
    c1, c2 : out std_logic_vector(1 downto 0)
  );
end entity;
architecture rtl of starting is
  signal a : integer range 5 to 20;
  signal b, bb : few_t; -- two of them
  signal c : back_t;
  signal e : busy_t;
  signal f : state_t range stop to fault;
  signal g : positive range 3 to 8 := 4;
  signal h : integer;
  signal r : rec_t;
  signal m : arr_t;
  signal q : recs_t(0 to 1);
  signal p1 : integer range 6 to 31;
  signal p2 : few_t;
begin
  u : entity work.starting_part port map (clk, en, p1, p2);
  y1 <= to_unsigned(a, 6);
  y2 <= to_unsigned(b, 6);
  y3 <= to_unsigned(bb, 6);
  y4 <= to_unsigned(c, 6);
  y5 <= to_unsigned(g, 6);
  y6 <= to_unsigned(p1, 6);
  y7 <= to_unsigned(p2, 6);
  r1 <= to_unsigned(r.n, 6);
  r2 <= to_unsigned(r.m, 6);
  r3 <= to_unsigned(m(1), 6);
  r4 <= to_unsigned(q(1).n, 6);
  r5 <= to_unsigned(q(0).m, 6);
  r6 <= to_unsigned(state_t'pos(r.s) + 4 * state_t'pos(q(1).t), 6);
  w1 <= to_signed(h, 32);
  c1 <= "00" when e = idle else "01" when e = run else "10" when e = stop else "11";
  c2 <= "00" when f = idle else "01" when f = run else "10" when f = stop else "11";
  process (clk)
    variable v : integer range 7 to 40;
    variable n : few_t;
  begin
    if rising_edge(clk) then
      y8 <= to_unsigned(v, 6);
      y9 <= to_unsigned(n, 6);
      if en = '1' then
        if d > 4 then a <= to_integer(d); end if;
        if b < 15 then b <= b + 1; end if;
        bb <= 10;
        c <= 4;
        e <= stop;
        f <= fault;
        g <= 5;
        h <= to_integer(d);
        r.n <= 10;
        r.m <= 3;
        r.s <= fault;
        m(1) <= 6;
        q(1).n <= 12;
        q(1).t <= run;
        q(0).m <= 8;
        v := 8 + to_integer(d);
        n := 14;
      end if;
    end if;
  end process;
end architecture;
