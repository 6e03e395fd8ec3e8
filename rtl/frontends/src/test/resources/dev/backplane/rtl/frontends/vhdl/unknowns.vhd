-- Comparisons with bits that no hardware has: nothing equals them, and numeric_std orders none of them.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; 
entity unknowns is port (a : in unsigned(7 downto 0); b : in std_logic_vector(3 downto 0); e, f, g, h, k, l : out std_logic; o : out std_logic_vector(1 downto 0)); end;
architecture x of unknowns is
begin
 e <= '1' when a(3 downto 0) = "01-1" else '0'; f <= '1' when b = "01-1" else '0'; g <= '1' when b(0) = '-' else '0'; h <= '1' when b /= "1--0" else '0'; k <= '1' when a(3 downto 0) /= "1--0" else '0';
 l <= '1' when signed(a(3 downto 0)) < signed'("01-1") else '0';
 process (b) begin if b = "1---" then o <= "11"; elsif b = "XX00" or a >= "1111---1" then o <= "10"; elsif b ?= "0-11" then o <= "01"; else o <= "00"; end if; end process;
end;
