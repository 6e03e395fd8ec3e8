-- Choices of VHDL-2008: matching with don't-cares, conditional and selected assignments, blocks.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity matching is
  port (
    clk : in  std_logic;
    s   : in  std_logic_vector(5 downto 0);
    d   : in  std_logic_vector(31 downto 0);
    y   : out std_logic_vector(7 downto 0);
    p   : out std_logic_vector(2 downto 0);
    w   : out std_logic_vector(31 downto 0)
  );
end entity;

architecture rtl of matching is
  signal shift : std_logic_vector(31 downto 0) := (others => '0');
  procedure swap(signal x : in std_logic_vector(31 downto 0); variable r : out std_logic_vector(31 downto 0)) is
  begin
    for i in 0 to 3 loop
      r(8 * i + 7 downto 8 * i) := x(31 - 8 * i downto 24 - 8 * i);
    end loop;
  end procedure;
begin
  process (all)
  begin
    if std_match(s, "1-----") then p <= "101";
    elsif std_match(s, "01----") then p <= "100";
    elsif std_match(s, "001---") then p <= "011";
    elsif std_match(s, "0001--") then p <= "010";
    else p <= "000";
    end if;
  end process;
  y <= d(7 downto 0) when s(0) = '1' else d(15 downto 8) when s(1) = '1' else x"00" when s(2) else x"ff";
  process (clk)
    variable t : std_logic_vector(31 downto 0);
  begin
    if rising_edge(clk) then
      swap(d, t);
      shift <= t when s(3) = '1' else shift(30 downto 0) & d(0);
      shift(8 * to_integer(unsigned(s(5 downto 4))) + 7 downto 8 * to_integer(unsigned(s(5 downto 4)))) <= d(7 downto 0);
    end if;
  end process;
  w <= shift;
end architecture;
