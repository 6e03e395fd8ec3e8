-- SPDX-License-Identifier: Apache-2.0
--
-- For each COUNT numbers x with the sum s: COUNT x - s, times FACTOR, divided by the root of the sum of
-- the squares of all COUNT x - s, times 2**(2 ROOT_SHIFT), plus EPSILON; rounded to nearest, ties to
-- even, and saturated. The root is a whole number, rounded down, and has a bit in each clock, and so has
-- a quotient.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_layer_norm is
  generic (
    IN_WIDTH        : positive := 6;
    COUNT           : positive := 4;
    COUNT_WIDTH     : positive := 3;
    INDEX_WIDTH     : positive := 2;
    SUM_WIDTH       : positive := 8;
    DIFF_WIDTH      : positive := 9; -- COUNT_WIDTH and IN_WIDTH at most
    SQUARES_WIDTH   : positive := 17;
    ROOT_SHIFT      : natural  := 2;
    EPSILON         : positive := 1;
    ROOT_WIDTH      : positive := 11;
    ROOT_STEP_WIDTH : positive := 4;
    FACTOR          : positive := 32;
    FACTOR_WIDTH    : positive := 6;
    DIVIDEND_WIDTH  : positive := 14; -- DIFF_WIDTH - 1 + FACTOR_WIDTH
    STEP_WIDTH      : positive := 4;
    EXACT_WIDTH     : positive := 16; -- DIVIDEND_WIDTH + 2, and OUT_WIDTH at least
    OUT_WIDTH       : positive := 8
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_layer_norm is
  constant RADICAND_WIDTH : positive := 2 * ROOT_WIDTH;

  type numbers_t is array (natural range 0 to 2 ** INDEX_WIDTH - 1) of signed(IN_WIDTH - 1 downto 0);
  type state_t is (TAKE_ALL, SQUARE, BEGIN_ROOT, TAKE_ROOT, SUBTRACT, SCALE, DIVIDE);

  signal numbers    : numbers_t;
  signal state      : state_t;
  signal index      : unsigned(INDEX_WIDTH - 1 downto 0);
  signal fetched    : std_logic; -- a difference is to be squared
  signal full       : std_logic; -- a quotient is to be given
  signal sum        : signed(SUM_WIDTH - 1 downto 0);
  signal difference : signed(DIFF_WIDTH - 1 downto 0);
  signal squares    : unsigned(SQUARES_WIDTH - 1 downto 0);
  signal radicand   : unsigned(RADICAND_WIDTH - 1 downto 0);
  signal left_over  : unsigned(ROOT_WIDTH - 1 downto 0); -- of the radicand, beside the square of the root
  signal root       : unsigned(ROOT_WIDTH - 1 downto 0);
  signal root_step  : unsigned(ROOT_STEP_WIDTH - 1 downto 0);
  signal quotient   : unsigned(DIVIDEND_WIDTH - 1 downto 0); -- what is left of the dividend, then the quotient
  signal rest       : unsigned(ROOT_WIDTH - 1 downto 0);
  signal negative   : std_logic;
  signal step       : unsigned(STEP_WIDTH - 1 downto 0);

  signal taking     : std_logic;
  signal squaring   : std_logic;
  signal take       : std_logic;
  signal last       : std_logic;
  signal product    : signed(IN_WIDTH + COUNT_WIDTH downto 0);
  signal grown_left : unsigned(ROOT_WIDTH + 1 downto 0);
  signal trial      : unsigned(ROOT_WIDTH + 1 downto 0);
  signal root_fits  : std_logic;
  signal magnitude  : unsigned(DIFF_WIDTH - 1 downto 0);
  signal grown      : unsigned(ROOT_WIDTH downto 0);
  signal fits       : std_logic;
  signal rounded    : signed(EXACT_WIDTH - 1 downto 0);
  signal exact      : signed(EXACT_WIDTH - 1 downto 0);
begin
  taking     <= '1' when state = TAKE_ALL else '0';
  squaring   <= '1' when state = SQUARE else '0';
  in_ready   <= taking;
  take       <= in_valid and taking;
  last       <= '1' when index = COUNT - 1 else '0';
  product    <= numbers(to_integer(index)) * to_signed(COUNT, COUNT_WIDTH + 1);
  grown_left <= left_over & radicand(RADICAND_WIDTH - 1 downto RADICAND_WIDTH - 2);
  trial      <= root & "01";
  root_fits  <= '1' when grown_left >= trial else '0';
  magnitude  <= unsigned(abs(difference));
  grown      <= rest & quotient(DIVIDEND_WIDTH - 1);
  fits       <= '1' when grown >= root else '0';
  out_valid  <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        numbers(to_integer(index)) <= signed(in_data);
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        if index = 0 then
          sum <= resize(signed(in_data), SUM_WIDTH);
        else
          sum <= sum + resize(signed(in_data), SUM_WIDTH);
        end if;
      end if;
      difference <= resize(product, DIFF_WIDTH) - resize(sum, DIFF_WIDTH);
      if take = '1' then
        squares <= (others => '0');
      elsif fetched = '1' then
        squares <= squares + resize(unsigned(difference * difference), SQUARES_WIDTH);
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if state = BEGIN_ROOT then
        radicand  <= shift_left(resize(squares, RADICAND_WIDTH), 2 * ROOT_SHIFT)
                     + to_unsigned(EPSILON, RADICAND_WIDTH);
        left_over <= (others => '0');
        root      <= (others => '0');
        root_step <= (others => '0');
      elsif state = TAKE_ROOT then
        radicand  <= shift_left(radicand, 2);
        left_over <= grown_left(ROOT_WIDTH - 1 downto 0);
        root      <= root(ROOT_WIDTH - 2 downto 0) & root_fits;
        root_step <= root_step + 1;
        if root_fits = '1' then
          left_over <= grown_left(ROOT_WIDTH - 1 downto 0) - trial(ROOT_WIDTH - 1 downto 0);
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if state = SCALE then
        quotient <= resize(magnitude * to_unsigned(FACTOR, FACTOR_WIDTH), DIVIDEND_WIDTH);
        negative <= difference(DIFF_WIDTH - 1);
        rest     <= (others => '0');
        step     <= (others => '0');
      elsif state = DIVIDE and full = '0' then
        quotient <= quotient(DIVIDEND_WIDTH - 2 downto 0) & fits;
        rest     <= grown(ROOT_WIDTH - 1 downto 0);
        step     <= step + 1;
        if fits = '1' then
          rest <= grown(ROOT_WIDTH - 1 downto 0) - root;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state   <= TAKE_ALL;
        index   <= (others => '0');
        fetched <= '0';
        full    <= '0';
      else
        fetched <= squaring;
        if take = '1' or squaring = '1' or (full = '1' and out_ready = '1') then
          index <= index + 1;
          if last = '1' then
            index <= (others => '0');
          end if;
        end if;
        case state is
          when TAKE_ALL =>
            if take = '1' and last = '1' then
              state <= SQUARE;
            end if;
          when SQUARE =>
            if last = '1' then
              state <= BEGIN_ROOT;
            end if;
          when BEGIN_ROOT =>
            -- The last square is there one clock later.
            if fetched = '0' then
              state <= TAKE_ROOT;
            end if;
          when TAKE_ROOT =>
            if root_step = ROOT_WIDTH - 1 then
              state <= SUBTRACT;
            end if;
          when SUBTRACT =>
            state <= SCALE;
          when SCALE =>
            state <= DIVIDE;
          when DIVIDE =>
            if full = '1' then
              if out_ready = '1' then
                full  <= '0';
                state <= SUBTRACT;
                if last = '1' then
                  state <= TAKE_ALL;
                end if;
              end if;
            elsif step = DIVIDEND_WIDTH - 1 then
              full <= '1';
            end if;
        end case;
      end if;
    end if;
  end process;

  process (quotient, rest, root)
    variable twice : unsigned(ROOT_WIDTH downto 0);
  begin
    twice   := rest & '0';
    rounded <= signed(resize(quotient, EXACT_WIDTH));
    if twice > root or (twice = root and quotient(0) = '1') then
      rounded <= signed(resize(quotient, EXACT_WIDTH)) + 1;
    end if;
  end process;

  exact <= rounded when negative = '0' else -rounded;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => EXACT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => 0)
    port map (in_data => std_logic_vector(exact), out_data => out_data);
end architecture;
