-- SPDX-License-Identifier: Apache-2.0
--
-- Windows of an image: the numbers of window after window, from left to right and from top to bottom.
-- Within a window come group of channels after group, and within a group row after row, column after
-- column, channel after channel. The image comes row by row, each pixel with all its channels.
--
-- A buffer has as many rows as a window is high: a row is written over when no window needs it any
-- more. Coordinates begin at the corner of the image with its padding around it. A number leaves in
-- each clock as soon as its window is there; rows of the next image come while the last windows leave.
--
-- Addresses have the row in the buffer and the offset in the row; steps are how they change from one
-- number to the next, modulo the size of the buffer for rows, and modulo 2**ADDRESS_WIDTH for offsets.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_window is
  generic (
    WIDTH          : positive := 8;
    PADDING        : integer  := 0; -- the number around the tensor
    POSITION_WIDTH : positive := 4;
    ADDRESS_WIDTH  : positive := 4;
    CHANNEL_WIDTH  : positive := 1;
    GROUP_WIDTH    : positive := 1;
    ROWS           : positive := 2; -- in the buffer
    DEPTH          : positive := 6; -- numbers in the buffer
    HEIGHT         : positive := 3;
    COLUMNS        : positive := 3;
    CHANNELS       : positive := 1;
    GROUPS         : positive := 1;
    GROUP_CHANNELS : positive := 1;
    PAD_TOP        : natural  := 0;
    PAD_LEFT       : natural  := 0;
    REACH_DOWN     : natural  := 1; -- from the first to the last row of a window
    REACH_RIGHT    : natural  := 1;
    STRIDE_DOWN    : positive := 1;
    STRIDE_RIGHT   : positive := 1;
    DILATION_DOWN  : positive := 1;
    DILATION_RIGHT : positive := 1;
    LAST_TOP       : natural  := 1; -- of the last windows
    LAST_LEFT      : natural  := 1;
    FIRST_ROW      : natural  := 0;
    TAP_ROW        : natural  := 3;
    WINDOW_ROW     : natural  := 3;
    IMAGE_ROW      : natural  := 0;
    FIRST_OFFSET   : natural  := 0;
    TAP_OFFSET     : natural  := 1;
    GROUP_OFFSET   : natural  := 1;
    WINDOW_OFFSET  : natural  := 1
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_window is
  constant IMAGE_BOTTOM : positive := PAD_TOP + HEIGHT;
  constant IMAGE_RIGHT  : positive := PAD_LEFT + COLUMNS;

  subtype position_t is signed(POSITION_WIDTH - 1 downto 0);
  subtype address_t is unsigned(ADDRESS_WIDTH - 1 downto 0);
  type buffer_t is array (natural range 0 to 2 ** ADDRESS_WIDTH - 1) of std_logic_vector(WIDTH - 1 downto 0);

  -- The row that is so many numbers further in the buffer, which is a ring.
  function further(row : address_t; step : natural) return address_t is
    variable sum : unsigned(ADDRESS_WIDTH downto 0);
  begin
    sum := resize(row, ADDRESS_WIDTH + 1) + step;
    if sum >= DEPTH then
      sum := sum - DEPTH;
    end if;
    return sum(ADDRESS_WIDTH - 1 downto 0);
  end function;

  signal numbers : buffer_t;

  -- What is written: rows that are whole, columns of the next one, channels of its next pixel. Rows
  -- count from the image that is read, so that the end of the image before is negative.
  signal rows_in    : position_t;
  signal column     : position_t;
  signal in_channel : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal in_address : address_t;
  signal take       : std_logic;
  signal room       : std_logic;
  signal pixel_end  : std_logic;
  signal row_end    : std_logic;

  -- What is read: the corner of the window, and the place in it.
  signal top          : position_t;
  signal left         : position_t;
  signal y            : position_t;
  signal x            : position_t;
  signal channel      : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal group_index  : unsigned(GROUP_WIDTH - 1 downto 0);
  signal top_row      : address_t;
  signal row          : address_t;
  signal start_offset : address_t;
  signal offset       : address_t;

  signal bottom       : position_t;
  signal right        : position_t;
  signal oldest       : position_t;
  signal arrived      : std_logic;
  signal read         : std_logic;
  signal in_image       : std_logic;
  signal last_channel : std_logic;
  signal last_column  : std_logic;
  signal last_row     : std_logic;
  signal last_group   : std_logic;
  signal last_window  : std_logic;
  signal last_windows : std_logic;
  signal address      : address_t;

  signal next_left    : position_t;
  signal next_top     : position_t;
  signal next_top_row : address_t;
  signal next_offset  : address_t;

  -- The number that goes out.
  signal valid  : std_logic;
  signal number : std_logic_vector(WIDTH - 1 downto 0);
  signal padded : std_logic;
begin
  oldest    <= to_signed(PAD_TOP, POSITION_WIDTH) when top < PAD_TOP else top;
  room      <= '1' when rows_in < oldest + ROWS else '0';
  in_ready  <= room;
  take      <= in_valid and room;
  pixel_end <= '1' when in_channel = CHANNELS - 1 else '0';
  row_end   <= '1' when pixel_end = '1' and column = IMAGE_RIGHT - 1 else '0';

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        numbers(to_integer(in_address)) <= in_data;
      end if;
    end if;
  end process;

  process (clk)
    variable arriving : position_t;
  begin
    if rising_edge(clk) then
      if rst = '1' then
        rows_in    <= to_signed(PAD_TOP, POSITION_WIDTH);
        column     <= to_signed(PAD_LEFT, POSITION_WIDTH);
        in_channel <= (others => '0');
        in_address <= (others => '0');
      else
        arriving := rows_in;
        if take = '1' then
          in_address <= in_address + 1;
          if in_address = DEPTH - 1 then
            in_address <= (others => '0');
          end if;
          in_channel <= in_channel + 1;
          if pixel_end = '1' then
            in_channel <= (others => '0');
            column     <= column + 1;
          end if;
          if row_end = '1' then
            column   <= to_signed(PAD_LEFT, POSITION_WIDTH);
            arriving := arriving + 1;
          end if;
        end if;
        if read = '1' and last_windows = '1' then
          arriving := arriving - HEIGHT;
        end if;
        rows_in <= arriving;
      end if;
    end if;
  end process;

  bottom  <= top + REACH_DOWN;
  right   <= left + REACH_RIGHT;
  arrived <= '1' when rows_in > bottom or rows_in >= IMAGE_BOTTOM
                   or (rows_in = bottom and column > right) else '0';
  read    <= arrived and (out_ready or not valid);
  in_image  <= '1' when y >= PAD_TOP and y < IMAGE_BOTTOM and x >= PAD_LEFT and x < IMAGE_RIGHT
             else '0';

  last_channel <= '1' when channel = GROUP_CHANNELS - 1 else '0';
  last_column  <= '1' when last_channel = '1' and x = right else '0';
  last_row     <= '1' when last_column = '1' and y = bottom else '0';
  last_group   <= '1' when last_row = '1' and group_index = GROUPS - 1 else '0';
  last_window  <= '1' when last_group = '1' and left = LAST_LEFT else '0';
  last_windows <= '1' when last_window = '1' and top = LAST_TOP else '0';
  address      <= row + offset;

  next_left <= (others => '0') when last_window = '1'
               else left + STRIDE_RIGHT when last_group = '1'
               else left;
  next_top <= (others => '0') when last_windows = '1'
              else top + STRIDE_DOWN when last_window = '1'
              else top;
  next_top_row <= further(top_row, IMAGE_ROW) when last_windows = '1'
                  else further(top_row, WINDOW_ROW) when last_window = '1'
                  else top_row;
  next_offset <= to_unsigned(FIRST_OFFSET, ADDRESS_WIDTH) when last_window = '1'
                 else start_offset + WINDOW_OFFSET when last_group = '1'
                 else start_offset + GROUP_OFFSET when last_row = '1'
                 else start_offset;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        top          <= (others => '0');
        left         <= (others => '0');
        y            <= (others => '0');
        x            <= (others => '0');
        channel      <= (others => '0');
        group_index  <= (others => '0');
        top_row      <= to_unsigned(FIRST_ROW, ADDRESS_WIDTH);
        row          <= to_unsigned(FIRST_ROW, ADDRESS_WIDTH);
        start_offset <= to_unsigned(FIRST_OFFSET, ADDRESS_WIDTH);
        offset       <= to_unsigned(FIRST_OFFSET, ADDRESS_WIDTH);
      elsif read = '1' then
        top          <= next_top;
        left         <= next_left;
        top_row      <= next_top_row;
        start_offset <= next_offset;
        channel      <= channel + 1;
        offset       <= offset + 1;
        if last_channel = '1' then
          channel <= (others => '0');
          x       <= x + DILATION_RIGHT;
          offset  <= offset + TAP_OFFSET;
        end if;
        if last_column = '1' then
          x      <= next_left;
          offset <= next_offset;
          y      <= y + DILATION_DOWN;
          row    <= further(row, TAP_ROW);
        end if;
        if last_row = '1' then
          y           <= next_top;
          row         <= next_top_row;
          group_index <= group_index + 1;
        end if;
        if last_group = '1' then
          group_index <= (others => '0');
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if read = '1' then
        number <= numbers(to_integer(address));
        padded <= not in_image;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        valid <= '0';
      elsif valid = '0' or out_ready = '1' then
        valid <= arrived;
      end if;
    end if;
  end process;

  out_valid <= valid;

  out_data <= number when padded = '0' else std_logic_vector(to_signed(PADDING, WIDTH));
end architecture;
