-- SPDX-License-Identifier: Apache-2.0
--
-- A layer of signs: every output is how many of its weights have the sign of their input, less how
-- many have the other, saturated.
--
-- The signs of the inputs are taken one by one and kept in chunks of LANES bits, 1 for a positive
-- one. Then LANES weights are compared in a clock: those of an output are CHUNKS words, lane 0
-- lowest. They come one clock after their address. Lanes behind the last input are 0 here, and 1 in
-- the weights.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_binary is
  generic (
    IN_WIDTH      : positive := 8;
    OUT_WIDTH     : positive := 6;
    COUNT_WIDTH   : positive := 5;
    SUM_WIDTH     : positive := 6;
    INPUTS        : positive := 8;
    INDEX_WIDTH   : positive := 3;
    LANES         : positive := 4;
    LANE_WIDTH    : positive := 2;
    CHUNKS        : positive := 2;
    CHUNK_WIDTH   : positive := 1;
    WORDS         : positive := 8;
    ADDRESS_WIDTH : positive := 3
  );
  port (
    clk             : in  std_logic;
    rst             : in  std_logic;
    in_valid        : in  std_logic;
    in_ready        : out std_logic;
    in_data         : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid       : out std_logic;
    out_ready       : in  std_logic;
    out_data        : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read            : out std_logic;
    weights_address : out std_logic_vector(ADDRESS_WIDTH - 1 downto 0);
    weights         : in  std_logic_vector(LANES - 1 downto 0)
  );
end entity;

architecture rtl of backplane_binary is
  subtype signs_t is std_logic_vector(LANES - 1 downto 0);
  type kept_t is array (natural range 0 to 2 ** CHUNK_WIDTH - 1) of signs_t;

  signal kept      : kept_t;
  signal signs     : signs_t;   -- of the chunk that is taken
  signal index     : unsigned(INDEX_WIDTH - 1 downto 0);
  signal lane      : unsigned(LANE_WIDTH - 1 downto 0);
  signal chunk     : unsigned(CHUNK_WIDTH - 1 downto 0); -- that is taken or compared
  signal comparing : std_logic; -- weights are read; otherwise inputs are taken
  signal address   : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal compared  : std_logic; -- the weights and signs of the clock before are compared now
  signal first     : std_logic; -- they are the first of an output
  signal last      : std_logic; -- they are its last
  signal operand   : signs_t;
  signal count     : unsigned(COUNT_WIDTH - 1 downto 0);
  signal result    : unsigned(COUNT_WIDTH - 1 downto 0);
  signal full      : std_logic; -- the result is to be given

  signal take       : std_logic;
  signal go_on      : std_logic;
  signal fetch      : std_logic;
  signal last_index : std_logic;
  signal last_lane  : std_logic;
  signal last_chunk : std_logic;
  signal signs_now  : signs_t;
  signal same       : signs_t;
  signal ones       : unsigned(COUNT_WIDTH - 1 downto 0);
  signal count_now  : unsigned(COUNT_WIDTH - 1 downto 0);
  signal sum        : signed(SUM_WIDTH - 1 downto 0);
begin
  in_ready        <= not comparing;
  take            <= in_valid and not comparing;
  go_on           <= out_ready or not (compared and last and full);
  fetch           <= comparing and go_on;
  read            <= fetch;
  weights_address <= std_logic_vector(address);
  last_index      <= '1' when index = INPUTS - 1 else '0';
  last_lane       <= '1' when lane = LANES - 1 else '0';
  last_chunk      <= '1' when chunk = CHUNKS - 1 else '0';
  same            <= operand xnor weights;
  count_now       <= ones when first = '1' else count + ones;
  out_valid       <= full;

  each_lane : for l in 0 to LANES - 1 generate
    signs_now(l) <= not in_data(IN_WIDTH - 1) when lane = l else signs(l) when lane /= 0 else '0';
  end generate;

  process (same)
    variable total : unsigned(COUNT_WIDTH - 1 downto 0);
  begin
    total := (others => '0');
    for i in 0 to LANES - 1 loop
      if same(i) = '1' then
        total := total + 1;
      end if;
    end loop;
    ones <= total;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        signs <= signs_now;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if (take and (last_index or last_lane)) = '1' then
        kept(to_integer(chunk)) <= signs_now;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if fetch = '1' then
        operand <= kept(to_integer(chunk));
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index     <= (others => '0');
        lane      <= (others => '0');
        chunk     <= (others => '0');
        comparing <= '0';
        address   <= (others => '0');
        compared  <= '0';
        full      <= '0';
      else
        if take = '1' then
          comparing <= last_index;
          if last_index = '1' then
            index <= (others => '0');
            lane  <= (others => '0');
            chunk <= (others => '0');
          else
            index <= index + 1;
            if last_lane = '1' then
              lane  <= (others => '0');
              chunk <= chunk + 1;
            else
              lane <= lane + 1;
            end if;
          end if;
        end if;
        if fetch = '1' then
          if last_chunk = '1' then
            chunk <= (others => '0');
          else
            chunk <= chunk + 1;
          end if;
          if address = WORDS - 1 then
            address   <= (others => '0');
            comparing <= '0';
          else
            address <= address + 1;
          end if;
        end if;
        if go_on = '1' then
          compared <= comparing;
        end if;
        if (go_on and compared and last) = '1' then
          full <= '1';
        elsif out_ready = '1' then
          full <= '0';
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if fetch = '1' then
        last <= last_chunk;
        if chunk = 0 then
          first <= '1';
        else
          first <= '0';
        end if;
      end if;
      if (compared and go_on) = '1' then
        count <= count_now;
        if last = '1' then
          result <= count_now;
        end if;
      end if;
    end if;
  end process;

  -- Equal ones less different ones are twice the equal ones less all.
  sum <= signed(shift_left(resize(result, SUM_WIDTH), 1)) - INPUTS;

  saturate : entity work.backplane_requantize
    generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => 0)
    port map (in_data => std_logic_vector(sum), out_data => out_data);
end architecture;
