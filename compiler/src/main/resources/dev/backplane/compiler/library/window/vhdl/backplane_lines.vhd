-- SPDX-License-Identifier: Apache-2.0
--
-- Whole windows of an image, one in a clock, from left to right and from top to bottom: row after row,
-- column after column, with all channels. The image comes pixel by pixel; PIXEL is the width of one
-- with all its channels.
--
-- A clock takes a pixel, or a place of the padding around the image. The pixels above
-- it, of ROWS - 1 rows, are in a memory by their column, and the COLUMNS last columns are registers.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_lines is
  generic (
    PIXEL        : positive := 8;
    ELEMENTS     : positive := 1; -- of a pixel
    PADDING      : integer  := 0; -- the element around the image
    ROWS         : positive := 2; -- of a window
    COLUMNS      : positive := 2;
    HEIGHT       : positive := 3; -- of the image with its padding
    WIDTH        : positive := 3;
    TOP          : natural  := 0; -- of the image in its padding
    LEFT         : natural  := 0;
    IMAGE_HEIGHT : positive := 3;
    IMAGE_WIDTH  : positive := 3;
    STRIDE_DOWN  : positive := 1;
    STRIDE_RIGHT : positive := 1;
    Y_WIDTH      : positive := 2; -- for one place more than there is
    X_WIDTH      : positive := 2
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(PIXEL - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(ROWS * COLUMNS * PIXEL - 1 downto 0)
  );
end entity;

architecture rtl of backplane_lines is
  constant ELEMENT_WIDTH : positive := PIXEL / ELEMENTS;

  signal y        : unsigned(Y_WIDTH - 1 downto 0);
  signal x        : unsigned(X_WIDTH - 1 downto 0);
  signal to_row   : unsigned(Y_WIDTH - 1 downto 0); -- rows until that in which windows end
  signal to_right : unsigned(X_WIDTH - 1 downto 0); -- columns until that in which a window ends
  signal full     : std_logic;
  signal image_y  : unsigned(Y_WIDTH - 1 downto 0);
  signal image_x  : unsigned(X_WIDTH - 1 downto 0);
  signal in_image : std_logic;
  signal room     : std_logic;
  signal step     : std_logic;
  signal last_x   : std_logic;
  signal last_y   : std_logic;
  signal pixel_in : std_logic_vector(PIXEL - 1 downto 0);
  signal column   : std_logic_vector(ROWS * PIXEL - 1 downto 0); -- the pixel lowest, then those above it
  signal kept     : std_logic_vector(COLUMNS * ROWS * PIXEL - 1 downto 0);
begin
  -- Before the image these are large.
  image_y   <= y - TOP;
  image_x   <= x - LEFT;
  in_image  <= '1' when image_y <= IMAGE_HEIGHT - 1 and image_x <= IMAGE_WIDTH - 1 else '0';
  room      <= not full or out_ready;
  in_ready  <= in_image and room;
  step      <= room and (in_valid or not in_image);
  last_x    <= '1' when x = WIDTH - 1 else '0';
  last_y    <= '1' when y = HEIGHT - 1 else '0';
  out_valid <= full;

  each_element : for e in 0 to ELEMENTS - 1 generate
    pixel_in((e + 1) * ELEMENT_WIDTH - 1 downto e * ELEMENT_WIDTH) <=
      in_data((e + 1) * ELEMENT_WIDTH - 1 downto e * ELEMENT_WIDTH) when in_image = '1'
      else std_logic_vector(to_signed(PADDING, ELEMENT_WIDTH));
  end generate;

  one_row : if ROWS = 1 generate
    column <= pixel_in;
  end generate;

  more_rows : if ROWS > 1 generate
    type above_t is array (natural range 0 to 2 ** X_WIDTH - 1) of std_logic_vector((ROWS - 1) * PIXEL - 1 downto 0);
    signal above : above_t;
  begin
    column <= above(to_integer(x)) & pixel_in;
    process (clk)
    begin
      if rising_edge(clk) then
        if step = '1' then
          above(to_integer(x)) <= column((ROWS - 1) * PIXEL - 1 downto 0);
        end if;
      end if;
    end process;
  end generate;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        y        <= (others => '0');
        x        <= (others => '0');
        to_row   <= to_unsigned(ROWS - 1, Y_WIDTH);
        to_right <= to_unsigned(COLUMNS - 1, X_WIDTH);
        full     <= '0';
      else
        if room = '1' then
          full <= '0';
          if step = '1' and to_row = 0 and to_right = 0 then
            full <= '1';
          end if;
        end if;
        if step = '1' then
          x        <= x + 1;
          to_right <= to_right - 1;
          if to_right = 0 then
            to_right <= to_unsigned(STRIDE_RIGHT - 1, X_WIDTH);
          end if;
          if last_x = '1' then
            x        <= (others => '0');
            to_right <= to_unsigned(COLUMNS - 1, X_WIDTH);
            y        <= y + 1;
            to_row   <= to_row - 1;
            if to_row = 0 then
              to_row <= to_unsigned(STRIDE_DOWN - 1, Y_WIDTH);
            end if;
            if last_y = '1' then
              y      <= (others => '0');
              to_row <= to_unsigned(ROWS - 1, Y_WIDTH);
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;

  -- Column 0 is the oldest and lowest.
  one_column : if COLUMNS = 1 generate
    process (clk)
    begin
      if rising_edge(clk) then
        if step = '1' then
          kept <= column;
        end if;
      end if;
    end process;
  end generate;

  more_columns : if COLUMNS > 1 generate
    process (clk)
    begin
      if rising_edge(clk) then
        if step = '1' then
          kept <= column & kept(COLUMNS * ROWS * PIXEL - 1 downto ROWS * PIXEL);
        end if;
      end if;
    end process;
  end generate;

  each_row : for r in 0 to ROWS - 1 generate
    each_column : for c in 0 to COLUMNS - 1 generate
      out_data((r * COLUMNS + c + 1) * PIXEL - 1 downto (r * COLUMNS + c) * PIXEL) <=
        kept((c * ROWS + ROWS - r) * PIXEL - 1 downto (c * ROWS + ROWS - 1 - r) * PIXEL);
    end generate;
  end generate;
end architecture;
