-- Choices with bits that match anything.
library ieee;
use ieee.std_logic_1164.all;
entity matched is
  port (
    d : in std_logic_vector(7 downto 0);
    two, one : out std_logic_vector(1 downto 0)
  );
end entity;
architecture rtl of matched is
begin
  process (all)
  begin
    case? d(7 downto 4) is
      when "1---" => two <= "11";
      when "0--1" => two <= "10";
      when "0-10" => two <= "01";
      when others => two <= "00";
    end case?;
    case? d is
      when "1-------" | "-------1" => one <= "01";
      when "01-----0" => one <= d(2 downto 1);
      when others => one <= "00";
    end case?;
  end process;
end architecture;
