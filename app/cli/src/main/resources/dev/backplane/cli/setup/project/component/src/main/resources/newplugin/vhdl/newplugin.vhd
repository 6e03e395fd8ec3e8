-- The negation of each element, saturated.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity newplugin is
  generic (
    WIDTH : positive := 8
  );
  port (
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of newplugin is
  constant LEAST : signed(WIDTH - 1 downto 0) := shift_left(to_signed(1, WIDTH), WIDTH - 1);
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  out_data  <= std_logic_vector(not LEAST) when signed(in_data) = LEAST
               else std_logic_vector(-signed(in_data));
end architecture;
