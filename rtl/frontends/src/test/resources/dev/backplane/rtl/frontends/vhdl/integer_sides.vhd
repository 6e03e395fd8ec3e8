-- Quotients and remainders of a vector and an integer that does not fit it.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity integer_sides is port(a : in signed(3 downto 0); k : in signed(5 downto 0); j : in unsigned(4 downto 0); u : in unsigned(3 downto 0);
 y1, y2, y3, y4, y5, y6 : out signed(3 downto 0); v1, v2, v3, v4 : out unsigned(3 downto 0); c1, c2, c3, c4 : out std_logic); end;
architecture r of integer_sides is signal n, m : integer range -32 to 31; signal p : natural range 1 to 32; begin
n <= -7 when k = 0 else to_integer(k); p <= to_integer(j) + 1; m <= to_integer(k);
y1 <= a mod n;
y2 <= a / n;
y3 <= a rem n;
y4 <= n mod (a or "0001");
y5 <= n rem (a or "0001");
y6 <= n / (a or "0001");
v1 <= u mod p; v2 <= u / p; v3 <= p mod (u or "0001"); v4 <= p / (u or "0001");
c1 <= '1' when a = m else '0'; c2 <= '1' when a < m else '0'; c3 <= '1' when p > u else '0'; c4 <= '1' when u /= p else '0';
end;
