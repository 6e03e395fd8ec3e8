-- SPDX-License-Identifier: Apache-2.0
--
-- A number with a fraction into a format with a shorter one: divided by 2**SHIFT, rounded to nearest,
-- ties to even, then saturated to OUT_WIDTH bits. With SHIFT 0 nothing is rounded.
-- IN_WIDTH must be larger than SHIFT and at least OUT_WIDTH.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_requantize is
  generic (
    IN_WIDTH  : positive := 16;
    OUT_WIDTH : positive := 8;
    SHIFT     : natural  := 4
  );
  port (
    in_data  : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_data : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_requantize is
  -- One bit more, for the carry of the rounding.
  signal rounded : signed(IN_WIDTH downto 0);
begin
  exact : if SHIFT = 0 generate
    rounded <= resize(signed(in_data), IN_WIDTH + 1);
  end generate;

  shifted : if SHIFT > 0 generate
    process (in_data)
      variable quotient : signed(IN_WIDTH downto 0);
      variable up       : std_logic;
    begin
      quotient := shift_right(resize(signed(in_data), IN_WIDTH + 1), SHIFT);
      up       := in_data(SHIFT);
      for i in 0 to SHIFT - 2 loop
        up := up or in_data(i);
      end loop;
      if (up and in_data(SHIFT - 1)) = '1' then
        rounded <= quotient + 1;
      else
        rounded <= quotient;
      end if;
    end process;
  end generate;

  process (rounded)
  begin
    if resize(rounded(OUT_WIDTH - 1 downto 0), IN_WIDTH + 1) = rounded then
      out_data <= std_logic_vector(rounded(OUT_WIDTH - 1 downto 0));
    else
      out_data                <= (others => not rounded(IN_WIDTH));
      out_data(OUT_WIDTH - 1) <= rounded(IN_WIDTH);
    end if;
  end process;
end architecture;
