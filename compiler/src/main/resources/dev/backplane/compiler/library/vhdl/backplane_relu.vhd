-- SPDX-License-Identifier: Apache-2.0
--
-- The larger of a number and 0, element by element.
library ieee;
use ieee.std_logic_1164.all;

entity backplane_relu is
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

architecture rtl of backplane_relu is
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  out_data  <= in_data when in_data(WIDTH - 1) = '0' else (others => '0');
end architecture;
