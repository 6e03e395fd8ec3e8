-- Packages that are not of the standard and still are in many sources.
library ieee;
use ieee.std_logic_1164.all;
use ieee.std_logic_unsigned.all;
use ieee.std_logic_arith.all;

entity synopsys is
  port (
    clk : in  std_logic;
    go  : in  std_logic;
    x   : in  std_logic_vector(7 downto 0);
    cnt : out std_logic_vector(7 downto 0);
    eq  : out std_logic
  );
end entity;

architecture rtl of synopsys is
  signal c : std_logic_vector(7 downto 0) := "00000001";
begin
  process (clk)
  begin
    if clk'event and clk = '1' then
      if go = '1' then
        c <= c + x;
      else
        c <= c - 1;
      end if;
    end if;
  end process;
  cnt <= c;
  eq <= '1' when c = x or conv_integer(x) = 9 else '0';
end architecture;
