-- SPDX-License-Identifier: Apache-2.0
--
-- A linear layer: every output is its bias and the sum of all inputs times its weights, exactly, and
-- then rounded and saturated once.
--
-- LANES outputs are summed at a time, which makes a group; GROUPS groups make OUTPUTS outputs. The
-- inputs of the first group come from the stream and are kept; later groups read them again. Then
-- come the next INPUTS inputs, for which memory goes on: it begins again after BIAS_WORDS groups, so that
-- several blocks may have weights of their own.
--
-- A group's weights are INPUTS words, LANES weights each, lane 0 lowest; its biases are one word. Both
-- come one clock after their address. Results leave while the next group is summed: a group takes
-- INPUTS or LANES + 1 clocks, whichever is more, and 3 at least.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_linear is
  generic (
    IN_WIDTH             : positive := 8;
    WEIGHT_WIDTH         : positive := 8;
    SUM_WIDTH            : positive := 20;
    OUT_WIDTH            : positive := 8;
    SHIFT                : natural  := 4;
    INPUTS               : positive := 4;
    INDEX_WIDTH          : positive := 2;
    OUTPUTS              : positive := 4;
    LANES                : positive := 2;
    LANE_WIDTH           : positive := 1;
    GROUPS               : positive := 2;
    GROUP_WIDTH          : positive := 1;
    BIAS_WORDS           : positive := 2;
    BIAS_ADDRESS_WIDTH   : positive := 1;
    WEIGHT_WORDS         : positive := 8;
    WEIGHT_ADDRESS_WIDTH : positive := 3
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
    weights_address : out std_logic_vector(WEIGHT_ADDRESS_WIDTH - 1 downto 0);
    biases_address  : out std_logic_vector(BIAS_ADDRESS_WIDTH - 1 downto 0);
    weights         : in  std_logic_vector(LANES * WEIGHT_WIDTH - 1 downto 0);
    biases          : in  std_logic_vector(LANES * SUM_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_linear is
  constant LAST_LANES : positive := OUTPUTS - (GROUPS - 1) * LANES;

  type kept_t is array (natural range 0 to 2 ** INDEX_WIDTH - 1) of std_logic_vector(IN_WIDTH - 1 downto 0);
  type results_t is array (0 to LANES) of signed(SUM_WIDTH - 1 downto 0);

  signal index       : unsigned(INDEX_WIDTH - 1 downto 0);
  signal group_index : unsigned(GROUP_WIDTH - 1 downto 0);
  signal bias_word   : unsigned(BIAS_ADDRESS_WIDTH - 1 downto 0);
  signal weight_word : unsigned(WEIGHT_ADDRESS_WIDTH - 1 downto 0);

  -- What was taken in the clock before, and is added now.
  signal adding        : std_logic;
  signal first         : std_logic;
  signal last          : std_logic;
  signal of_last_group : std_logic;
  signal taken         : signed(IN_WIDTH - 1 downto 0);

  -- Results that go out.
  signal full        : std_logic;
  signal short_group : std_logic;
  signal lane        : unsigned(LANE_WIDTH - 1 downto 0);
  signal results     : results_t;

  signal take        : std_logic;
  signal give        : std_logic;
  signal finish      : std_logic;
  signal blocked     : std_logic;
  signal first_group : std_logic;
  signal last_group  : std_logic;
  signal last_index  : std_logic;
  signal last_lane   : std_logic;
  signal operand     : std_logic_vector(IN_WIDTH - 1 downto 0);
begin
  first_group <= '1' when group_index = 0 else '0';
  last_group  <= '1' when group_index = GROUPS - 1 else '0';
  last_index  <= '1' when index = INPUTS - 1 else '0';
  last_lane   <= '1' when (short_group = '1' and lane = LAST_LANES - 1)
                       or (short_group = '0' and lane = LANES - 1) else '0';

  finish    <= adding and last;
  -- The last input of a group waits until there is room for the results.
  blocked   <= last_index and (full or finish);
  take      <= (in_valid or not first_group) and not blocked;
  in_ready  <= first_group and not blocked;
  out_valid <= full;
  give      <= full and out_ready;

  read            <= take;
  weights_address <= std_logic_vector(weight_word);
  biases_address  <= std_logic_vector(bias_word);

  once : if GROUPS = 1 generate
    operand <= in_data;
  end generate;

  again : if GROUPS > 1 generate
    signal kept : kept_t;
  begin
    operand <= in_data when first_group = '1' else kept(to_integer(index));
    process (clk)
    begin
      if rising_edge(clk) then
        if take = '1' and first_group = '1' then
          kept(to_integer(index)) <= in_data;
        end if;
      end if;
    end process;
  end generate;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        taken         <= signed(operand);
        last          <= last_index;
        of_last_group <= last_group;
        if index = 0 then
          first <= '1';
        else
          first <= '0';
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        adding      <= '0';
        index       <= (others => '0');
        group_index <= (others => '0');
        bias_word   <= (others => '0');
        weight_word <= (others => '0');
      else
        adding <= take;
        if take = '1' then
          index <= index + 1;
          if weight_word = WEIGHT_WORDS - 1 then
            weight_word <= (others => '0');
          else
            weight_word <= weight_word + 1;
          end if;
          if last_index = '1' then
            index       <= (others => '0');
            group_index <= group_index + 1;
            if last_group = '1' then
              group_index <= (others => '0');
            end if;
            bias_word <= bias_word + 1;
            if bias_word = BIAS_WORDS - 1 then
              bias_word <= (others => '0');
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full <= '0';
        lane <= (others => '0');
      elsif finish = '1' then
        full        <= '1';
        short_group <= of_last_group;
      elsif give = '1' then
        lane <= lane + 1;
        if last_lane = '1' then
          full <= '0';
          lane <= (others => '0');
        end if;
      end if;
    end if;
  end process;

  -- Results leave through lane 0, the others move up.
  results(LANES) <= (others => '0');

  each_lane : for l in 0 to LANES - 1 generate
    signal weight  : signed(WEIGHT_WIDTH - 1 downto 0);
    signal bias    : signed(SUM_WIDTH - 1 downto 0);
    signal product : signed(IN_WIDTH + WEIGHT_WIDTH - 1 downto 0);
    signal sum     : signed(SUM_WIDTH - 1 downto 0);
    signal start   : signed(SUM_WIDTH - 1 downto 0);
    signal total   : signed(SUM_WIDTH - 1 downto 0);
  begin
    weight  <= signed(weights((l + 1) * WEIGHT_WIDTH - 1 downto l * WEIGHT_WIDTH));
    bias    <= signed(biases((l + 1) * SUM_WIDTH - 1 downto l * SUM_WIDTH));
    product <= taken * weight;
    start   <= bias when first = '1' else sum;
    total   <= start + resize(product, SUM_WIDTH);

    process (clk)
    begin
      if rising_edge(clk) then
        if adding = '1' then
          sum <= total;
        end if;
        if finish = '1' then
          results(l) <= total;
        elsif give = '1' then
          results(l) <= results(l + 1);
        end if;
      end if;
    end process;
  end generate;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(results(0)), out_data => out_data);
end architecture;
