-- Numbers against integers that have more bits than they.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity compared is
  port (
    clk : in  std_logic;
    a   : in  signed(7 downto 0);
    c   : in  signed(4 downto 0);
    u   : in  unsigned(7 downto 0);
    d   : in  unsigned(4 downto 0);
    s1 : out signed(7 downto 0);
    s2 : out unsigned(7 downto 0);
    o : out std_logic_vector(29 downto 0);
    p : out std_logic_vector(29 downto 0)
  );
end entity;
architecture rtl of compared is
  function bit_of(x : boolean) return std_logic is
  begin
    if x then return '1'; else return '0'; end if;
  end function;
begin
  s1 <= (-3) - a;
  process (clk) begin if rising_edge(clk) then s2 <= 3 - u; end if; end process;
 o(0) <= bit_of(a < -5); o(1) <= bit_of(a <= 5); o(2) <= bit_of(-100 > a); o(3) <= bit_of(a >= 0); o(4) <= bit_of(a = -1); o(5) <= bit_of(3 /= a);
  o(6) <= bit_of(c < 100); o(7) <= bit_of(c > -100); o(8) <= bit_of(c = 100); o(9) <= bit_of(100 < c); o(10) <= bit_of(100 = c); o(11) <= bit_of(-100 <= a);
  o(12) <= bit_of(-100 < a); o(13) <= bit_of(5 >= a);
  o(14) <= bit_of(5 <= a); o(15) <= bit_of(minimum(a, c) = a); o(16) <= bit_of(maximum(a, -3) = -3);
  o(17) <= bit_of(minimum(7, a) = 7); o(18) <= bit_of(maximum(c, a) = c);
  o(29 downto 19) <= (others => '0');
  p(0) <= bit_of(u < 5); p(1) <= bit_of(u <= 5); p(2) <= bit_of(100 > u); p(3) <= bit_of(u >= 0); p(4) <= bit_of(u = 1); p(5) <= bit_of(3 /= u);
  p(6) <= bit_of(d < 100); p(7) <= bit_of(d > 100); p(8) <= bit_of(d = 100); p(9) <= bit_of(100 < d); p(10) <= bit_of(100 = d); p(11) <= bit_of(100 <= u);
  p(12) <= bit_of(100 < u); p(13) <= bit_of(5 >= u); p(14) <= bit_of(5 <= u);
  p(15) <= bit_of(minimum(u, d) = u); p(16) <= bit_of(maximum(u, 3) = 3);
  p(17) <= bit_of(minimum(7, u) = 7); p(18) <= bit_of(maximum(d, u) = d);p(19) <= bit_of(d /= 100);
  p(29 downto 20) <= (others => '0');
end architecture;
