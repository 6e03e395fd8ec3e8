-- SPDX-License-Identifier: Apache-2.0
--
-- A network behind bytes, after version 2 of the skeleton protocol:
--
--   0 to 15     read: the id
--   16          write: bit 0 runs the network, 0 stops and resets it
--   18 and on   write: the bytes of the inputs; read: the bytes of the outputs
--
-- A number has whole bytes, the lowest first; outputs are sign-extended. What is read is there after the
-- clock edge at which rd is high. A run takes the inputs once; done ends with the next stop.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_skeleton is
  generic (
    ID                 : std_logic_vector(127 downto 0) := (others => '0'); -- byte 0 in the lowest bits
    FEED_WIDTH         : positive := 8;
    FEED_BYTES         : positive := 1; -- of a number
    FEED_SIZE          : positive := 4; -- of all numbers, in bytes
    FEED_INDEX_WIDTH   : positive := 2;
    RESULT_WIDTH       : positive := 8;
    RESULT_BYTES       : positive := 1;
    RESULT_SIZE        : positive := 4;
    RESULT_INDEX_WIDTH : positive := 2
  );
  port (
    clock         : in  std_logic;
    reset         : in  std_logic;
    rd            : in  std_logic;
    wr            : in  std_logic;
    data_in       : in  std_logic_vector(7 downto 0);
    data_out      : out std_logic_vector(7 downto 0);
    address_in    : in  std_logic_vector(15 downto 0);
    busy          : out std_logic;
    wake_up       : out std_logic;

    network_reset : out std_logic;
    feed_valid    : out std_logic;
    feed_ready    : in  std_logic;
    feed_data     : out std_logic_vector(FEED_WIDTH - 1 downto 0);
    result_valid  : in  std_logic;
    result_ready  : out std_logic;
    result_data   : in  std_logic_vector(RESULT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_skeleton is
  constant CONTROL : unsigned(15 downto 0) := to_unsigned(16, 16);
  constant DATA    : unsigned(15 downto 0) := to_unsigned(18, 16);

  type state_t is (READ, TAKE, SEND, FINISHED);
  type feed_memory_t is array (natural range 0 to 2 ** FEED_INDEX_WIDTH - 1) of std_logic_vector(7 downto 0);
  type result_memory_t is array (natural range 0 to 2 ** RESULT_INDEX_WIDTH - 1) of std_logic_vector(7 downto 0);

  signal feed_memory   : feed_memory_t;
  signal result_memory : result_memory_t;

  signal run         : std_logic;
  signal done        : std_logic;
  signal is_result   : std_logic;
  signal id_byte     : std_logic_vector(7 downto 0);
  signal result_byte : std_logic_vector(7 downto 0);

  signal feed_state : state_t;
  signal feed_index : unsigned(15 downto 0);
  signal feed_lane  : unsigned(1 downto 0);
  signal feed_byte  : std_logic_vector(7 downto 0);
  signal feed_word  : std_logic_vector(31 downto 0);

  signal storing      : std_logic;
  signal result_index : unsigned(15 downto 0);
  signal result_lane  : unsigned(1 downto 0);
  signal result_word  : std_logic_vector(31 downto 0);

  signal address   : unsigned(15 downto 0);
  signal offset    : unsigned(15 downto 0);
  signal stopped   : std_logic;
  signal is_input  : boolean;
  signal is_output : boolean;
begin
  address   <= unsigned(address_in);
  offset    <= address - DATA;
  is_input  <= address >= DATA and offset < FEED_SIZE;
  is_output <= address >= DATA and offset < RESULT_SIZE;

  busy          <= not done;
  wake_up       <= done;
  stopped       <= reset or not run;
  network_reset <= stopped;
  data_out      <= result_byte when is_result = '1' else id_byte;
  feed_valid    <= '1' when feed_state = SEND else '0';
  feed_data     <= feed_word(31 - 8 * FEED_BYTES + FEED_WIDTH downto 32 - 8 * FEED_BYTES);
  result_ready  <= not storing and not done;

  process (clock)
  begin
    if rising_edge(clock) then
      if wr = '1' and is_input then
        feed_memory(to_integer(offset(FEED_INDEX_WIDTH - 1 downto 0))) <= data_in;
      end if;
      feed_byte <= feed_memory(to_integer(feed_index(FEED_INDEX_WIDTH - 1 downto 0)));
    end if;
  end process;

  process (clock)
  begin
    if rising_edge(clock) then
      if storing = '1' then
        result_memory(to_integer(result_index(RESULT_INDEX_WIDTH - 1 downto 0))) <= result_word(7 downto 0);
      end if;
      if rd = '1' then
        result_byte <= result_memory(to_integer(offset(RESULT_INDEX_WIDTH - 1 downto 0)));
      end if;
    end if;
  end process;

  process (clock)
    variable number : natural range 0 to 15;
  begin
    if rising_edge(clock) then
      if reset = '1' then
        run       <= '0';
        is_result <= '0';
        id_byte   <= (others => '0');
      else
        if wr = '1' and address = CONTROL then
          run <= data_in(0);
        end if;
        if rd = '1' then
          is_result <= '0';
          id_byte   <= (others => '0');
          number    := to_integer(address(3 downto 0));
          if is_output then
            is_result <= '1';
          elsif address < CONTROL then
            id_byte <= ID(8 * number + 7 downto 8 * number);
          end if;
        end if;
      end if;
    end if;
  end process;

  process (clock)
  begin
    if rising_edge(clock) then
      if stopped = '1' then
        feed_state <= READ;
        feed_index <= (others => '0');
        feed_lane  <= (others => '0');
      else
        case feed_state is
          when READ =>
            feed_state <= TAKE;
          when TAKE =>
            feed_word  <= feed_byte & feed_word(31 downto 8);
            feed_index <= feed_index + 1;
            if feed_lane = FEED_BYTES - 1 then
              feed_lane  <= (others => '0');
              feed_state <= SEND;
            else
              feed_lane  <= feed_lane + 1;
              feed_state <= READ;
            end if;
          when SEND =>
            if feed_ready = '1' then
              if feed_index = FEED_SIZE then
                feed_state <= FINISHED;
              else
                feed_state <= READ;
              end if;
            end if;
          when FINISHED =>
            feed_state <= FINISHED;
        end case;
      end if;
    end if;
  end process;

  process (clock)
  begin
    if rising_edge(clock) then
      if stopped = '1' then
        storing      <= '0';
        done         <= '0';
        result_index <= (others => '0');
        result_lane  <= (others => '0');
      elsif storing = '1' then
        result_word  <= x"00" & result_word(31 downto 8);
        result_index <= result_index + 1;
        if result_lane = RESULT_BYTES - 1 then
          result_lane <= (others => '0');
          storing     <= '0';
          if result_index + 1 = RESULT_SIZE then
            done <= '1';
          end if;
        else
          result_lane <= result_lane + 1;
        end if;
      elsif result_valid = '1' and done = '0' then
        result_word <= std_logic_vector(resize(signed(result_data), 32));
        storing     <= '1';
      end if;
    end if;
  end process;
end architecture;
