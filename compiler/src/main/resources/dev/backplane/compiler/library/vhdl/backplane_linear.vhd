-- SPDX-License-Identifier: Apache-2.0
--
-- A linear layer: every output is its bias and the sum of all inputs times its weights, exactly, and
-- then rounded and saturated once.
--
-- LANES outputs are summed at a time, which makes a group. The inputs of the first group come from
-- the stream and are kept; later groups read them again. A group's weights are INPUTS words, LANES
-- weights each, lane 0 lowest; its biases are one word. Both come one clock after their address.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_linear is
  generic (
    IN_WIDTH      : positive := 8;
    WEIGHT_WIDTH  : positive := 8;
    SUM_WIDTH     : positive := 20;
    OUT_WIDTH     : positive := 8;
    SHIFT         : natural  := 4;
    INPUTS        : positive := 4;
    INDEX_WIDTH   : positive := 2;
    OUTPUTS       : positive := 4;
    LANES         : positive := 2;
    LANE_WIDTH    : positive := 1;
    GROUPS        : positive := 2;
    GROUP_WIDTH   : positive := 1;
    ADDRESS_WIDTH : positive := 3
  );
  port (
    clk            : in  std_logic;
    rst            : in  std_logic;
    in_valid       : in  std_logic;
    in_ready       : out std_logic;
    in_data        : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid      : out std_logic;
    out_ready      : in  std_logic;
    out_data       : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read           : out std_logic;
    weight_address : out std_logic_vector(ADDRESS_WIDTH - 1 downto 0);
    bias_address   : out std_logic_vector(GROUP_WIDTH - 1 downto 0);
    weights        : in  std_logic_vector(LANES * WEIGHT_WIDTH - 1 downto 0);
    biases         : in  std_logic_vector(LANES * SUM_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_linear is
  constant LAST_LANES : positive := OUTPUTS - (GROUPS - 1) * LANES;

  type kept_t is array (0 to 2 ** INDEX_WIDTH - 1) of std_logic_vector(IN_WIDTH - 1 downto 0);
  type sums_t is array (0 to LANES) of signed(SUM_WIDTH - 1 downto 0);

  signal giving      : std_logic; -- results go out; otherwise inputs are taken
  signal adding      : std_logic; -- the input and weights of the clock before are added now
  signal first       : std_logic; -- they are the first of a group
  signal index       : unsigned(INDEX_WIDTH - 1 downto 0);
  signal group_index : unsigned(GROUP_WIDTH - 1 downto 0);
  signal address     : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal lane        : unsigned(LANE_WIDTH - 1 downto 0);
  signal taken       : signed(IN_WIDTH - 1 downto 0);
  signal sums        : sums_t;

  signal take        : std_logic;
  signal give        : std_logic;
  signal valid       : std_logic;
  signal first_group : std_logic;
  signal last_group  : std_logic;
  signal last_index  : std_logic;
  signal last_lane   : std_logic;
  signal operand     : std_logic_vector(IN_WIDTH - 1 downto 0);
begin
  first_group <= '1' when group_index = 0 else '0';
  last_group  <= '1' when group_index = GROUPS - 1 else '0';
  last_index  <= '1' when index = INPUTS - 1 else '0';
  last_lane   <= '1' when (last_group = '1' and lane = LAST_LANES - 1)
                       or (last_group = '0' and lane = LANES - 1) else '0';

  take           <= not giving and (in_valid or not first_group);
  in_ready       <= not giving and first_group;
  valid          <= giving and not adding;
  out_valid      <= valid;
  give           <= valid and out_ready;
  read           <= take;
  weight_address <= std_logic_vector(address);
  bias_address   <= std_logic_vector(group_index);

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
        taken <= signed(operand);
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
        giving      <= '0';
        adding      <= '0';
        index       <= (others => '0');
        group_index <= (others => '0');
        address     <= (others => '0');
        lane        <= (others => '0');
      else
        adding <= take;
        if take = '1' then
          giving <= last_index;
          if last_index = '1' then
            index <= (others => '0');
          else
            index <= index + 1;
          end if;
          if last_index = '1' and last_group = '1' then
            address <= (others => '0');
          else
            address <= address + 1;
          end if;
        end if;
        if give = '1' then
          if last_lane = '1' then
            lane   <= (others => '0');
            giving <= '0';
            if last_group = '1' then
              group_index <= (others => '0');
            else
              group_index <= group_index + 1;
            end if;
          else
            lane <= lane + 1;
          end if;
        end if;
      end if;
    end if;
  end process;

  -- Results leave through lane 0, the others move up.
  sums(LANES) <= (others => '0');

  each_lane : for l in 0 to LANES - 1 generate
    signal weight  : signed(WEIGHT_WIDTH - 1 downto 0);
    signal bias    : signed(SUM_WIDTH - 1 downto 0);
    signal product : signed(IN_WIDTH + WEIGHT_WIDTH - 1 downto 0);
  begin
    weight  <= signed(weights((l + 1) * WEIGHT_WIDTH - 1 downto l * WEIGHT_WIDTH));
    bias    <= signed(biases((l + 1) * SUM_WIDTH - 1 downto l * SUM_WIDTH));
    product <= taken * weight;

    process (clk)
    begin
      if rising_edge(clk) then
        if adding = '1' then
          if first = '1' then
            sums(l) <= bias + resize(product, SUM_WIDTH);
          else
            sums(l) <= sums(l) + resize(product, SUM_WIDTH);
          end if;
        elsif give = '1' then
          sums(l) <= sums(l + 1);
        end if;
      end if;
    end process;
  end generate;

  result : entity work.backplane_requantize
    generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(sums(0)), out_data => out_data);
end architecture;
