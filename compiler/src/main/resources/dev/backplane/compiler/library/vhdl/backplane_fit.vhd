-- SPDX-License-Identifier: Apache-2.0
--
-- A product into a format with a zero: divided by 2**SHIFT, rounded to nearest, ties to even, ZERO
-- added, and cut to LOW and HIGH, which are numbers of OUT_WIDTH bits, as ZERO is.
-- IN_WIDTH must be larger than SHIFT and OUT_WIDTH.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_fit is
  generic (
    IN_WIDTH  : positive := 24;
    OUT_WIDTH : positive := 8;
    SHIFT     : natural  := 15;
    ZERO      : integer  := 0;
    LOW       : integer  := -128;
    HIGH      : integer  := 127
  );
  port (
    in_data  : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_data : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_fit is
  constant OFFSET  : signed(OUT_WIDTH - 1 downto 0) := to_signed(ZERO, OUT_WIDTH);
  constant LOWEST  : signed(OUT_WIDTH - 1 downto 0) := to_signed(LOW, OUT_WIDTH);
  constant HIGHEST : signed(OUT_WIDTH - 1 downto 0) := to_signed(HIGH, OUT_WIDTH);

  -- One bit more: what does not fit there is beyond the format with any zero.
  signal rounded : std_logic_vector(OUT_WIDTH downto 0);
  signal sum     : signed(OUT_WIDTH + 1 downto 0);
begin
  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => IN_WIDTH, OUT_WIDTH => OUT_WIDTH + 1, SHIFT => SHIFT)
    port map (in_data => in_data, out_data => rounded);

  sum <= resize(signed(rounded), OUT_WIDTH + 2) + resize(OFFSET, OUT_WIDTH + 2);

  process (sum)
  begin
    if sum < resize(LOWEST, OUT_WIDTH + 2) then
      out_data <= std_logic_vector(LOWEST);
    elsif sum > resize(HIGHEST, OUT_WIDTH + 2) then
      out_data <= std_logic_vector(HIGHEST);
    else
      out_data <= std_logic_vector(sum(OUT_WIDTH - 1 downto 0));
    end if;
  end process;
end architecture;
