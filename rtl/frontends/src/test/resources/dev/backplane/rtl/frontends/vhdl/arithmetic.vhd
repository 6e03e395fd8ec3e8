-- Signs, sizes, divisions, shifts.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity arithmetic is
  port (
    clk : in  std_logic;
    a   : in  signed(7 downto 0);
    b   : in  signed(7 downto 0);
    u   : in  unsigned(15 downto 0);
    n   : in  unsigned(3 downto 0);
    o1  : out signed(15 downto 0);
    o2  : out signed(7 downto 0);
    o3  : out signed(7 downto 0);
    o4  : out signed(7 downto 0);
    o5  : out signed(3 downto 0);
    o6  : out signed(11 downto 0);
    o7  : out unsigned(15 downto 0);
    o8  : out signed(7 downto 0);
    o9  : out unsigned(15 downto 0);
    lt  : out std_logic_vector(5 downto 0);
    m   : out signed(7 downto 0);
    big : out unsigned(79 downto 0)
  );
end entity;

architecture rtl of arithmetic is
  signal safe : signed(7 downto 0);
  signal sum  : unsigned(79 downto 0) := (others => '0');
begin
  safe <= to_signed(3, 8) when b = 0 else b;
  o1 <= a * b;
  o2 <= a / safe;
  o3 <= a rem safe;
  o4 <= a mod safe;
  o5 <= resize(a, 4);
  o6 <= resize(a, 12);
  o7 <= shift_right(u, to_integer(n)) xor shift_left(u, to_integer(n));
  o8 <= shift_right(a, to_integer(n));
  o9 <= rotate_right(u, to_integer(n));
  lt(0) <= '1' when a < b else '0';
  lt(1) <= '1' when unsigned(a) < unsigned(b) else '0';
  lt(2) <= '1' when a >= b else '0';
  lt(3) <= '1' when u > 300 else '0';
  lt(4) <= and u;
  lt(5) <= xor u;
  m <= maximum(a, b) - minimum(a, b);
  process (clk)
  begin
    if rising_edge(clk) then
      sum <= sum + unsigned(resize(a, 40)) * to_unsigned(3, 40);
    end if;
  end process;
  big <= sum;
end architecture;
