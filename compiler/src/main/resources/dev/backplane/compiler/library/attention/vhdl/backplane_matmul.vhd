-- SPDX-License-Identifier: Apache-2.0
--
-- Products of matrices: each of ROWS rows of INNER numbers of the first stream with each of COLUMNS
-- columns of the second. The second matrix is kept, then one row of the first at a time; a product
-- takes a clock for each number. The numbers of a column are COLUMN_STEP apart in their stream, and
-- the first ones of two columns NEXT_STEP. Sums are times 2**SCALE, divided by 2**SHIFT, rounded to
-- nearest, ties to even, and saturated. SUM_WIDTH holds every sum times 2**SCALE.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_matmul is
  generic (
    IN0_WIDTH     : positive := 8;
    IN1_WIDTH     : positive := 8;
    ROWS          : positive := 2;
    ROW_WIDTH     : positive := 1;
    INNER         : positive := 3;
    INNER_WIDTH   : positive := 2;
    COLUMNS       : positive := 2;
    COLUMN_WIDTH  : positive := 1;
    SIZE          : positive := 6;
    ADDRESS_WIDTH : positive := 3;
    COLUMN_STEP   : positive := 2;
    NEXT_STEP     : positive := 1;
    SUM_WIDTH     : positive := 18;
    OUT_WIDTH     : positive := 8;
    SCALE         : natural  := 0;
    SHIFT         : natural  := 4
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
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

architecture rtl of backplane_matmul is
  type matrix_t is array (natural range 0 to 2 ** ADDRESS_WIDTH - 1) of signed(IN1_WIDTH - 1 downto 0);
  type numbers_t is array (natural range 0 to 2 ** INNER_WIDTH - 1) of signed(IN0_WIDTH - 1 downto 0);
  type state_t is (TAKE_MATRIX, TAKE_ROW, SUMS);

  -- Of a step beyond the matrix nothing is left, as it is never taken.
  constant COLUMN_STEP_32 : unsigned(31 downto 0) := to_unsigned(COLUMN_STEP, 32);
  constant NEXT_STEP_32   : unsigned(31 downto 0) := to_unsigned(NEXT_STEP, 32);

  signal matrix  : matrix_t;
  signal numbers : numbers_t;
  signal state   : state_t;
  signal row     : unsigned(ROW_WIDTH - 1 downto 0);
  signal index   : unsigned(INNER_WIDTH - 1 downto 0);
  signal column  : unsigned(COLUMN_WIDTH - 1 downto 0);
  signal address : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal start   : unsigned(ADDRESS_WIDTH - 1 downto 0); -- of the column
  signal fetched : std_logic; -- two numbers are there
  signal first   : std_logic; -- they are the first of a sum
  signal last    : std_logic; -- they are the last
  signal full    : std_logic; -- a sum is to be given
  signal number  : signed(IN0_WIDTH - 1 downto 0);
  signal factor  : signed(IN1_WIDTH - 1 downto 0);
  signal sum     : signed(SUM_WIDTH - 1 downto 0);

  signal room       : std_logic;
  signal summing    : std_logic;
  signal ready0     : std_logic;
  signal ready1     : std_logic;
  signal take0      : std_logic;
  signal take1      : std_logic;
  signal go         : std_logic;
  signal end_inner  : std_logic;
  signal end_column : std_logic;
  signal product    : signed(SUM_WIDTH - 1 downto 0);
begin
  room       <= out_ready or not full;
  summing    <= '1' when state = SUMS else '0';
  ready1     <= '1' when state = TAKE_MATRIX else '0';
  ready0     <= '1' when state = TAKE_ROW else '0';
  in1_ready  <= ready1;
  in0_ready  <= ready0;
  take1      <= in1_valid and ready1;
  take0      <= in0_valid and ready0;
  go         <= summing and room;
  end_inner  <= '1' when index = INNER - 1 else '0';
  end_column <= '1' when column = COLUMNS - 1 else '0';
  product    <= shift_left(resize(number * factor, SUM_WIDTH), SCALE);
  out_valid  <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if take1 = '1' then
        matrix(to_integer(address)) <= signed(in1_data);
      end if;
      if go = '1' then
        factor <= matrix(to_integer(address));
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take0 = '1' then
        numbers(to_integer(index)) <= signed(in0_data);
      end if;
      if go = '1' then
        number <= numbers(to_integer(index));
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if go = '1' then
        first <= '0';
        if index = 0 then
          first <= '1';
        end if;
        last <= end_inner;
      end if;
      if room = '1' and fetched = '1' then
        if first = '1' then
          sum <= product;
        else
          sum <= sum + product;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state   <= TAKE_MATRIX;
        row     <= (others => '0');
        index   <= (others => '0');
        column  <= (others => '0');
        address <= (others => '0');
        start   <= (others => '0');
        fetched <= '0';
        full    <= '0';
      else
        if room = '1' then
          fetched <= summing;
          full    <= fetched and last;
        end if;
        if take0 = '1' or go = '1' then
          index <= index + 1;
          if end_inner = '1' then
            index <= (others => '0');
          end if;
        end if;
        if take1 = '1' then
          address <= address + 1;
          if address = SIZE - 1 then
            address <= (others => '0');
            state   <= TAKE_ROW;
          end if;
        end if;
        if take0 = '1' and end_inner = '1' then
          state <= SUMS;
        end if;
        if go = '1' then
          if end_inner = '0' then
            address <= address + COLUMN_STEP_32(ADDRESS_WIDTH - 1 downto 0);
          elsif end_column = '0' then
            address <= start + NEXT_STEP_32(ADDRESS_WIDTH - 1 downto 0);
            start   <= start + NEXT_STEP_32(ADDRESS_WIDTH - 1 downto 0);
            column  <= column + 1;
          else
            address <= (others => '0');
            start   <= (others => '0');
            column  <= (others => '0');
            row     <= row + 1;
            state   <= TAKE_ROW;
            if row = ROWS - 1 then
              row   <= (others => '0');
              state <= TAKE_MATRIX;
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(sum), out_data => out_data);
end architecture;
