-- SPDX-License-Identifier: Apache-2.0
--
-- Elements as they are: what changes is the shape that they are of.
library ieee;
use ieee.std_logic_1164.all;

entity backplane_pass is
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

architecture rtl of backplane_pass is
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  out_data  <= in_data;
end architecture;
