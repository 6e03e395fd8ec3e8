-- Functions that GHDL does not synthesise, or does not evaluate rightly.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
package replaced_constants is
  constant K1 : signed(30 downto 0) := to_signed(100, 31);
  constant K2 : signed(2 downto 0) := resize(K1, 3);
  constant K3 : signed(3 downto 0) := ieee.numeric_std.resize(to_signed(-100, 8), 4);
end package;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.replaced_constants.all;
entity replaced is
  port (
    a : in signed(7 downto 0);
    u : in unsigned(3 downto 0);
    y1, y2, y3, y4 : out signed(7 downto 0);
    m1, m2, m3 : out std_logic;
    b1, b2, b3 : out unsigned(7 downto 0);
    r1, r2, r3, r4 : out signed(7 downto 0)
  );
end entity;
architecture rtl of replaced is
begin
  y1 <= rotate_left(a, to_integer(u));
  y2 <= ieee.numeric_std.rotate_right(a, 11);
  y3 <= rotate_left(rotate_right(a, 1), to_integer(u));
  y4 <= (a rol to_integer(u)) xor (a ror 3);
  m1 <= '1' when std_match(u, "1-0-") else '0';
  m2 <= '1' when std_match(a, "0--1----") and std_match(unsigned(a), "-----11-") else '0';
  m3 <= '1' when std_match(std_logic_vector(u), "--11") else '0';
  b1 <= to_unsigned(abs to_integer(a), 8);
  b2 <= to_unsigned(abs(to_integer(a) - 3), 8);
  b3 <= to_unsigned(abs (to_integer(a)) mod 16, 8);
  r1 <= a + resize(to_signed(100, 31), 3);
  r2 <= resize(K2, 8) + resize(K3, 8);
  process (all)
    variable v : signed(30 downto 0);
  begin
    v := to_signed(-77, 31);
    r3 <= a - resize(v, 4);
    v := resize(a, 31);
    r4 <= resize(resize(v, 4), 8);
  end process;
end architecture;
