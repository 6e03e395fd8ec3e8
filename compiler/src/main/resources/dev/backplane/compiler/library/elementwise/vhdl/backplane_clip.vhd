-- SPDX-License-Identifier: Apache-2.0
--
-- A number in another format, element by element: ZEROS are added behind the point or SHIFT bits
-- rounded away, the result is saturated to OUT_WIDTH bits, and then cut to LOW and HIGH.
-- WIDE must be larger than IN_WIDTH + ZEROS, OUT_WIDTH and SHIFT.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_clip is
  generic (
    IN_WIDTH  : positive := 8;
    WIDE      : positive := 9;
    OUT_WIDTH : positive := 8;
    ZEROS     : natural  := 0;
    SHIFT     : natural  := 0;
    LOW       : integer  := -128;
    HIGH      : integer  := 127
  );
  port (
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_clip is
  constant LOWEST  : signed(OUT_WIDTH - 1 downto 0) := to_signed(LOW, OUT_WIDTH);
  constant HIGHEST : signed(OUT_WIDTH - 1 downto 0) := to_signed(HIGH, OUT_WIDTH);

  signal wide_data : std_logic_vector(WIDE - 1 downto 0);
  signal result    : std_logic_vector(OUT_WIDTH - 1 downto 0);
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  wide_data <= std_logic_vector(shift_left(resize(signed(in_data), WIDE), ZEROS));
  out_data  <= std_logic_vector(LOWEST) when signed(result) < LOWEST
    else std_logic_vector(HIGHEST) when signed(result) > HIGHEST
    else result;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => WIDE, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => wide_data, out_data => result);
end architecture;
