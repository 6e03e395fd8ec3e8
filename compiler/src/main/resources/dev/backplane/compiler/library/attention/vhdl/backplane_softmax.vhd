-- SPDX-License-Identifier: Apache-2.0
--
-- For each COUNT numbers the part that the exponential of each has of the sum of all: the exponential
-- of its distance from the largest, read from a memory, times 2**FRACTION, divided by the sum, rounded
-- to nearest, ties to even, and saturated. An exponential has EXP_WIDTH bits and no sign; it comes one
-- clock after its address. Numbers are taken, looked up, and divided, one bit in each clock.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_softmax is
  generic (
    IN_WIDTH    : positive := 8;
    COUNT       : positive := 4;
    INDEX_WIDTH : positive := 2;
    EXP_WIDTH   : positive := 8;
    SUM_WIDTH   : positive := 10;
    FRACTION    : positive := 7;
    STEP_WIDTH  : positive := 3;
    EXACT_WIDTH : positive := 10; -- FRACTION + 3, and OUT_WIDTH at least
    OUT_WIDTH   : positive := 8
  );
  port (
    clk           : in  std_logic;
    rst           : in  std_logic;
    in_valid      : in  std_logic;
    in_ready      : out std_logic;
    in_data       : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid     : out std_logic;
    out_ready     : in  std_logic;
    out_data      : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read          : out std_logic;
    words_address : out std_logic_vector(IN_WIDTH - 1 downto 0);
    words         : in  std_logic_vector(EXP_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_softmax is
  type numbers_t is array (natural range 0 to 2 ** INDEX_WIDTH - 1) of signed(IN_WIDTH - 1 downto 0);
  type powers_t is array (natural range 0 to 2 ** INDEX_WIDTH - 1) of unsigned(EXP_WIDTH - 1 downto 0);
  type state_t is (TAKE_ALL, LOOK_UP, BEGIN_ONE, DIVIDE);

  signal numbers  : numbers_t;
  signal powers   : powers_t;
  signal state    : state_t;
  signal index    : unsigned(INDEX_WIDTH - 1 downto 0);
  signal found    : unsigned(INDEX_WIDTH - 1 downto 0); -- whose exponential comes
  signal fetched  : std_logic; -- it is there
  signal full     : std_logic; -- a quotient is to be given
  signal largest  : signed(IN_WIDTH - 1 downto 0);
  signal sum      : unsigned(SUM_WIDTH - 1 downto 0);
  signal rest     : unsigned(SUM_WIDTH - 1 downto 0);
  signal quotient : unsigned(FRACTION downto 0);
  signal step     : unsigned(STEP_WIDTH - 1 downto 0);

  signal taking   : std_logic;
  signal looking  : std_logic;
  signal take     : std_logic;
  signal last     : std_logic;
  signal power    : unsigned(SUM_WIDTH - 1 downto 0);
  signal twice    : unsigned(SUM_WIDTH downto 0);
  signal fits     : std_logic;
  signal exact    : unsigned(EXACT_WIDTH - 1 downto 0);
begin
  taking        <= '1' when state = TAKE_ALL else '0';
  looking       <= '1' when state = LOOK_UP else '0';
  in_ready      <= taking;
  take          <= in_valid and taking;
  last          <= '1' when index = COUNT - 1 else '0';
  read          <= looking;
  words_address <= std_logic_vector(largest - numbers(to_integer(index)));
  power         <= resize(powers(to_integer(index)), SUM_WIDTH);
  twice         <= rest & '0';
  fits          <= '1' when twice >= sum else '0';
  out_valid     <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        numbers(to_integer(index)) <= signed(in_data);
      end if;
      if fetched = '1' then
        powers(to_integer(found)) <= unsigned(words);
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' and (index = 0 or signed(in_data) > largest) then
        largest <= signed(in_data);
      end if;
      if take = '1' then
        sum <= (others => '0');
      elsif fetched = '1' then
        sum <= sum + unsigned(words);
      end if;
      found <= index;
      if state = BEGIN_ONE then
        step     <= (others => '0');
        rest     <= power;
        quotient <= (others => '0');
        if power = sum then
          rest        <= (others => '0');
          quotient(0) <= '1';
        end if;
      elsif state = DIVIDE and full = '0' then
        step     <= step + 1;
        quotient <= quotient(FRACTION - 1 downto 0) & fits;
        rest     <= twice(SUM_WIDTH - 1 downto 0);
        if fits = '1' then
          rest <= twice(SUM_WIDTH - 1 downto 0) - sum;
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
        fetched <= looking;
        if take = '1' or looking = '1' or (full = '1' and out_ready = '1') then
          index <= index + 1;
          if last = '1' then
            index <= (others => '0');
          end if;
        end if;
        case state is
          when TAKE_ALL =>
            if take = '1' and last = '1' then
              state <= LOOK_UP;
            end if;
          when LOOK_UP =>
            if last = '1' then
              state <= BEGIN_ONE;
            end if;
          when BEGIN_ONE =>
            -- The last exponential is there one clock later.
            if fetched = '0' then
              state <= DIVIDE;
            end if;
          when DIVIDE =>
            if full = '1' then
              if out_ready = '1' then
                full  <= '0';
                state <= BEGIN_ONE;
                if last = '1' then
                  state <= TAKE_ALL;
                end if;
              end if;
            elsif step = FRACTION - 1 then
              full <= '1';
            end if;
        end case;
      end if;
    end if;
  end process;

  process (quotient, twice, sum)
  begin
    exact <= resize(quotient, EXACT_WIDTH);
    if twice > sum or (twice = sum and quotient(0) = '1') then
      exact <= resize(quotient, EXACT_WIDTH) + 1;
    end if;
  end process;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => EXACT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => 0)
    port map (in_data => std_logic_vector(exact), out_data => out_data);
end architecture;
