-- SPDX-License-Identifier: Apache-2.0
--
-- A memory that is read at the numbers of a stream: each gives a row of ELEMENTS words. The rows are
-- numbered from 0, or from the smallest number if FROM_SMALLEST is 1; a number that no row has gives
-- zeros. A word comes one clock after its address.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_lookup is
  generic (
    IN_WIDTH      : positive := 4;
    FROM_SMALLEST : natural  := 1;
    ELEMENTS      : positive := 1;
    INDEX_WIDTH   : positive := 1;
    WORD_COUNT    : positive := 16;
    ADDRESS_WIDTH : positive := 4;
    OUT_WIDTH     : positive := 8
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
    words_address : out std_logic_vector(ADDRESS_WIDTH - 1 downto 0);
    words         : in  std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_lookup is
  signal full        : std_logic; -- a word is there
  signal outside     : std_logic; -- no row has the number
  signal index       : unsigned(INDEX_WIDTH - 1 downto 0); -- which word of its row it is
  signal next_word   : unsigned(ADDRESS_WIDTH - 1 downto 0);

  signal row         : unsigned(IN_WIDTH - 1 downto 0);
  signal first_word  : unsigned(IN_WIDTH + ADDRESS_WIDTH downto 0);
  signal address     : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal last        : std_logic;
  signal ready       : std_logic;
  signal take        : std_logic;
  signal go_on       : std_logic;
begin
  from_least : if FROM_SMALLEST = 1 generate
    row <= unsigned(not in_data(IN_WIDTH - 1) & in_data(IN_WIDTH - 2 downto 0));
  end generate;

  from_zero : if FROM_SMALLEST = 0 generate
    row <= unsigned(in_data);
  end generate;

  first_word    <= row * to_unsigned(ELEMENTS, ADDRESS_WIDTH + 1);
  last          <= '1' when index = ELEMENTS - 1 else '0';
  ready         <= not full or (last and out_ready);
  in_ready      <= ready;
  take          <= in_valid and ready;
  go_on         <= full and not last and out_ready;
  read          <= take or go_on;
  address       <= first_word(ADDRESS_WIDTH - 1 downto 0) when take = '1' else next_word;
  words_address <= std_logic_vector(address);
  out_valid     <= full;
  out_data      <= words when outside = '0' else (others => '0');

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full <= '0';
      elsif ready = '1' then
        full <= in_valid;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        index <= (others => '0');
        if first_word >= WORD_COUNT then
          outside <= '1';
        else
          outside <= '0';
        end if;
      elsif go_on = '1' then
        index <= index + 1;
      end if;
      if take = '1' or go_on = '1' then
        next_word <= address + 1;
      end if;
    end if;
  end process;
end architecture;
