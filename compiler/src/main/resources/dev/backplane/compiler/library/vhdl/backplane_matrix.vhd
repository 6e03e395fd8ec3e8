-- SPDX-License-Identifier: Apache-2.0
--
-- A linear layer that takes SIMD inputs and LANES outputs at a time: every output is its bias and the
-- sum of all inputs times its weights, exactly, and then rounded and saturated once. With SHIFT 0 and
-- OUT_WIDTH = SUM_WIDTH the exact sums come out.
--
-- A step multiplies SIMD inputs by the weights of LANES outputs. FOLDS steps take all inputs, which
-- makes a group of outputs; GROUPS groups make all outputs. A beat of the input has the SIMD inputs of
-- a step. Those of the first group come from the stream and are kept; later groups read them again.
-- Then come the next inputs, for which memory goes on: it begins again after BIAS_WORDS groups, so
-- that several blocks may have weights of their own.
--
-- Each clock begins a step, and all steps move on together unless the last one has no room for its
-- results. Behind the inputs, the weights and the products are registers, and so they are behind every
-- four terms of a sum: LEVELS levels have LEAVES = 4**LEVELS places for SIMD products. Results leave
-- BEAT at a time, in PARTS beats.
--
-- A word of weights has those of a step, lane 0 lowest, and in a lane its first input lowest; a word of
-- biases is that of a group. Both come one clock with `read` after their address.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_matrix is
  generic (
    IN_WIDTH             : positive := 8;
    WEIGHT_WIDTH         : positive := 8;
    SUM_WIDTH            : positive := 20;
    OUT_WIDTH            : positive := 8;
    SHIFT                : natural  := 4;
    SIMD                 : positive := 2;
    LEVELS               : natural  := 1;
    LEAVES               : positive := 4;
    FOLDS                : positive := 2;
    FOLD_WIDTH           : positive := 1;
    LANES                : positive := 2;
    GROUPS               : positive := 2;
    GROUP_WIDTH          : positive := 1;
    BEAT                 : positive := 1;
    PARTS                : positive := 2;
    PART_WIDTH           : positive := 1;
    BIAS_WORDS           : positive := 2;
    BIAS_ADDRESS_WIDTH   : positive := 1;
    WEIGHT_WORDS         : positive := 4;
    WEIGHT_ADDRESS_WIDTH : positive := 2
  );
  port (
    clk             : in  std_logic;
    rst             : in  std_logic;
    in_valid        : in  std_logic;
    in_ready        : out std_logic;
    in_data         : in  std_logic_vector(SIMD * IN_WIDTH - 1 downto 0);
    out_valid       : out std_logic;
    out_ready       : in  std_logic;
    out_data        : out std_logic_vector(BEAT * OUT_WIDTH - 1 downto 0);
    read            : out std_logic;
    weights_address : out std_logic_vector(WEIGHT_ADDRESS_WIDTH - 1 downto 0);
    biases_address  : out std_logic_vector(BIAS_ADDRESS_WIDTH - 1 downto 0);
    weights         : in  std_logic_vector(LANES * SIMD * WEIGHT_WIDTH - 1 downto 0);
    biases          : in  std_logic_vector(LANES * SUM_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_matrix is
  constant PRODUCT_WIDTH : positive := IN_WIDTH + WEIGHT_WIDTH;
  -- Registers between the stream and the sum: inputs, products, and those of the tree.
  constant DEPTH : positive := LEVELS + 2;
  -- Nodes of the tree that are sums. Node n has the sum of nodes 4 n + 1 to 4 n + 4.
  constant INNER : natural := (LEAVES - 1) / 3;

  type kept_t is array (natural range 0 to 2 ** FOLD_WIDTH - 1) of std_logic_vector(SIMD * IN_WIDTH - 1 downto 0);
  type nodes_t is array (natural range 0 to INNER + LEAVES - 1) of signed(SUM_WIDTH - 1 downto 0);
  type results_t is array (natural range 0 to LANES - 1) of signed(SUM_WIDTH - 1 downto 0);

  signal fold        : unsigned(FOLD_WIDTH - 1 downto 0);
  signal advance     : std_logic;
  signal take        : std_logic;
  signal first_group : std_logic;
  signal last_fold   : std_logic;
  -- The step that arrives is the first of its group.
  signal starts      : std_logic;
  signal ends        : std_logic;
  signal next_ends   : std_logic;
  signal finish      : std_logic;
  signal room        : std_logic;
  signal give        : std_logic;
  signal last_part   : std_logic;
  signal operand     : std_logic_vector(SIMD * IN_WIDTH - 1 downto 0);
  signal taken       : std_logic_vector(SIMD * IN_WIDTH - 1 downto 0);
  signal valid       : std_logic_vector(DEPTH - 1 downto 0);
  signal full        : std_logic;
  signal results     : results_t;
begin
  finish    <= valid(DEPTH - 1) and ends;
  give      <= full and out_ready;
  room      <= not full or (give and last_part);
  advance   <= not finish or room;
  take      <= advance and (in_valid or not first_group);
  in_ready  <= advance and first_group;
  read      <= advance;
  out_valid <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        valid <= (others => '0');
      elsif advance = '1' then
        valid <= valid(DEPTH - 2 downto 0) & take;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if advance = '1' then
        taken <= operand;
      end if;
    end if;
  end process;

  one_fold : if FOLDS = 1 generate
    fold      <= (others => '0');
    last_fold <= '1';
    starts    <= '1';
    ends      <= '1';
    next_ends <= '1';
  end generate;

  many_folds : if FOLDS > 1 generate
    signal first : std_logic_vector(DEPTH - 1 downto 0);
    signal last  : std_logic_vector(DEPTH - 1 downto 0);
  begin
    last_fold <= '1' when fold = FOLDS - 1 else '0';
    starts    <= first(DEPTH - 1);
    ends      <= last(DEPTH - 1);
    next_ends <= last(DEPTH - 2);
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          fold <= (others => '0');
        elsif take = '1' then
          fold <= fold + 1;
          if last_fold = '1' then
            fold <= (others => '0');
          end if;
        end if;
      end if;
    end process;
    process (clk)
    begin
      if rising_edge(clk) then
        if advance = '1' then
          first <= first(DEPTH - 2 downto 0) & '0';
          if fold = 0 then
            first(0) <= '1';
          end if;
          last <= last(DEPTH - 2 downto 0) & last_fold;
        end if;
      end if;
    end process;
  end generate;

  one_group : if GROUPS = 1 generate
    first_group <= '1';
    operand     <= in_data;
  end generate;

  many_groups : if GROUPS > 1 generate
    signal group_index : unsigned(GROUP_WIDTH - 1 downto 0);
    signal last_group  : std_logic;
    signal kept        : kept_t;
  begin
    first_group <= '1' when group_index = 0 else '0';
    last_group  <= '1' when group_index = GROUPS - 1 else '0';
    operand     <= in_data when first_group = '1' else kept(to_integer(fold));
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          group_index <= (others => '0');
        elsif take = '1' and last_fold = '1' then
          group_index <= group_index + 1;
          if last_group = '1' then
            group_index <= (others => '0');
          end if;
        end if;
      end if;
    end process;
    process (clk)
    begin
      if rising_edge(clk) then
        if take = '1' and first_group = '1' then
          kept(to_integer(fold)) <= in_data;
        end if;
      end if;
    end process;
  end generate;

  constant_weights : if WEIGHT_WORDS = 1 generate
    weights_address <= (others => '0');
  end generate;

  weight_memory : if WEIGHT_WORDS > 1 generate
    signal word : unsigned(WEIGHT_ADDRESS_WIDTH - 1 downto 0);
  begin
    weights_address <= std_logic_vector(word);
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          word <= (others => '0');
        elsif take = '1' then
          word <= word + 1;
          if word = WEIGHT_WORDS - 1 then
            word <= (others => '0');
          end if;
        end if;
      end if;
    end process;
  end generate;

  -- Biases are fetched while the step before the first sum moves on, and stay for their group.
  constant_biases : if BIAS_WORDS = 1 generate
    biases_address <= (others => '0');
  end generate;

  bias_memory : if BIAS_WORDS > 1 generate
    signal word : unsigned(BIAS_ADDRESS_WIDTH - 1 downto 0);
  begin
    biases_address <= std_logic_vector(word);
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          word <= (others => '0');
        elsif advance = '1' and valid(DEPTH - 2) = '1' and next_ends = '1' then
          word <= word + 1;
          if word = BIAS_WORDS - 1 then
            word <= (others => '0');
          end if;
        end if;
      end if;
    end process;
  end generate;

  one_part : if PARTS = 1 generate
    last_part <= '1';
  end generate;

  many_parts : if PARTS > 1 generate
    signal part : unsigned(PART_WIDTH - 1 downto 0);
  begin
    last_part <= '1' when part = PARTS - 1 else '0';
    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          part <= (others => '0');
        elsif give = '1' then
          part <= part + 1;
          if last_part = '1' then
            part <= (others => '0');
          end if;
        end if;
      end if;
    end process;
  end generate;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full <= '0';
      elsif finish = '1' and room = '1' then
        full <= '1';
      elsif give = '1' and last_part = '1' then
        full <= '0';
      end if;
    end if;
  end process;

  each_lane : for l in 0 to LANES - 1 generate
    signal nodes  : nodes_t;
    signal bias   : signed(SUM_WIDTH - 1 downto 0);
    signal partial : signed(SUM_WIDTH - 1 downto 0);
    signal start  : signed(SUM_WIDTH - 1 downto 0);
    signal total  : signed(SUM_WIDTH - 1 downto 0);
  begin
    bias <= signed(biases((l + 1) * SUM_WIDTH - 1 downto l * SUM_WIDTH));

    leaves_used : for i in 0 to SIMD - 1 generate
      signal factor  : signed(IN_WIDTH - 1 downto 0);
      signal weight  : signed(WEIGHT_WIDTH - 1 downto 0);
      signal product : signed(PRODUCT_WIDTH - 1 downto 0);
    begin
      factor <= signed(taken((i + 1) * IN_WIDTH - 1 downto i * IN_WIDTH));
      weight <= signed(weights((l * SIMD + i + 1) * WEIGHT_WIDTH - 1 downto (l * SIMD + i) * WEIGHT_WIDTH));
      nodes(INNER + i) <= resize(product, SUM_WIDTH);
      process (clk)
      begin
        if rising_edge(clk) then
          if advance = '1' then
            product <= factor * weight;
          end if;
        end if;
      end process;
    end generate;

    leaves_empty : for i in SIMD to LEAVES - 1 generate
      nodes(INNER + i) <= (others => '0');
    end generate;

    sums : for i in 0 to INNER - 1 generate
      process (clk)
      begin
        if rising_edge(clk) then
          if advance = '1' then
            nodes(i) <= (nodes(4 * i + 1) + nodes(4 * i + 2)) + (nodes(4 * i + 3) + nodes(4 * i + 4));
          end if;
        end if;
      end process;
    end generate;

    start <= bias when starts = '1' else partial;
    total <= start + nodes(0);

    one_step : if FOLDS = 1 generate
      partial <= (others => '0');
    end generate;

    steps : if FOLDS > 1 generate
      signal sum : signed(SUM_WIDTH - 1 downto 0);
    begin
      partial <= sum;
      process (clk)
      begin
        if rising_edge(clk) then
          if advance = '1' and valid(DEPTH - 1) = '1' then
            sum <= total;
          end if;
        end if;
      end process;
    end generate;

    -- Results leave through the lowest lanes, the others move down.
    moves : if l + BEAT < LANES generate
      process (clk)
      begin
        if rising_edge(clk) then
          if finish = '1' and room = '1' then
            results(l) <= total;
          elsif give = '1' then
            results(l) <= results(l + BEAT);
          end if;
        end if;
      end process;
    end generate;

    stays : if l + BEAT >= LANES generate
      process (clk)
      begin
        if rising_edge(clk) then
          if finish = '1' and room = '1' then
            results(l) <= total;
          end if;
        end if;
      end process;
    end generate;
  end generate;

  each_element : for l in 0 to BEAT - 1 generate
    requantize : entity work.backplane_requantize
      generic map (IN_WIDTH => SUM_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
      port map (
        in_data  => std_logic_vector(results(l)),
        out_data => out_data((l + 1) * OUT_WIDTH - 1 downto l * OUT_WIDTH)
      );
  end generate;
end architecture;
