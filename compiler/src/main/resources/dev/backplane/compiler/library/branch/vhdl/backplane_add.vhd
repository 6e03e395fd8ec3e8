-- SPDX-License-Identifier: Apache-2.0
--
-- The sum of two numbers, times 2**SCALE0 and 2**SCALE1, divided by 2**SHIFT, rounded to nearest, ties
-- to even, and saturated. SUM_WIDTH holds every sum.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_add is
  generic (
    IN0_WIDTH : positive := 8;
    IN1_WIDTH : positive := 8;
    SCALE0    : natural  := 0;
    SCALE1    : natural  := 0;
    SUM_WIDTH : positive := 9;
    OUT_WIDTH : positive := 8;
    SHIFT     : natural  := 0
  );
  port (
    in0_valid : in  std_logic;
    in0_ready : out std_logic;
    in0_data  : in  std_logic_vector(IN0_WIDTH - 1 downto 0);
    in1_valid : in  std_logic;
    in1_ready : out std_logic;
    in1_data  : in  std_logic_vector(IN1_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_add is
  signal sum : signed(SUM_WIDTH - 1 downto 0);
begin
  sum <= shift_left(resize(signed(in0_data), SUM_WIDTH), SCALE0)
         + shift_left(resize(signed(in1_data), SUM_WIDTH), SCALE1);

  out_valid <= in0_valid and in1_valid;
  in0_ready <= out_ready and in1_valid;
  in1_ready <= out_ready and in0_valid;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(sum), out_data => out_data);
end architecture;
