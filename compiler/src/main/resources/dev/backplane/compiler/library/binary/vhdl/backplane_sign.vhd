-- SPDX-License-Identifier: Apache-2.0
--
-- -1 for a number below 0, 1 for another, element by element.
library ieee;
use ieee.std_logic_1164.all;

entity backplane_sign is
  generic (
    IN_WIDTH : positive := 8
  );
  port (
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(1 downto 0)
  );
end entity;

architecture rtl of backplane_sign is
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  out_data  <= in_data(IN_WIDTH - 1) & '1';
end architecture;
