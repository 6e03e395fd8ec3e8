-- SPDX-License-Identifier: Apache-2.0
--
-- Long short-term memory over sequences of STEPS steps. In each, FEATURES inputs and then the
-- UNIT_COUNT outputs of the step before go through a linear layer, which gives the gates i, f, g
-- and o of unit after unit. A unit's state becomes f times what it was plus i times g, and its
-- output o times the function of the state. gate_table has the function of i, f and o, cell_table
-- that of g and of the state, from the smallest number of the gates' format on; their words come
-- one clock after the address.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_lstm is
  generic (
    WEIGHT_WIDTH         : positive := 8;
    SUM_WIDTH            : positive := 20;
    INPUTS               : positive := 3;
    INDEX_WIDTH          : positive := 2;
    OUTPUTS              : positive := 8;
    LANES                : positive := 4;
    LANE_WIDTH           : positive := 2;
    GROUPS               : positive := 2;
    GROUP_WIDTH          : positive := 1;
    BIAS_WORDS           : positive := 2;
    BIAS_ADDRESS_WIDTH   : positive := 1;
    WEIGHT_WORDS         : positive := 6;
    WEIGHT_ADDRESS_WIDTH : positive := 3;
    OPERAND_WIDTH        : positive := 8;
    GATE_WIDTH           : positive := 6;
    GATE_SHIFT           : natural  := 4;
    IN_WIDTH             : positive := 8;
    IN_ZEROS             : natural  := 0;
    FEATURES             : positive := 1;
    UNIT_COUNT           : positive := 2;
    UNIT_WIDTH           : positive := 1;
    STEPS                : positive := 4;
    STEP_WIDTH           : positive := 2;
    LAST_ONLY            : natural  := 0;
    ACTIVATION_WIDTH     : positive := 8;
    CELL_WIDTH           : positive := 10;
    CELL_SUM_WIDTH       : positive := 20;
    KEPT_ZEROS           : natural  := 0;
    ADDED_ZEROS          : natural  := 0;
    CELL_SHIFT           : natural  := 6;
    STATE_WIDTH          : positive := 11;
    STATE_SHIFT          : natural  := 3;
    RESULT_WIDTH         : positive := 17;
    RESULT_SHIFT         : natural  := 7;
    OUT_WIDTH            : positive := 8;
    OUT_ZEROS            : natural  := 0
  );
  port (
    clk                : in  std_logic;
    rst                : in  std_logic;
    in_valid           : in  std_logic;
    in_ready           : out std_logic;
    in_data            : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid          : out std_logic;
    out_ready          : in  std_logic;
    out_data           : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read               : out std_logic;
    weights_address    : out std_logic_vector(WEIGHT_ADDRESS_WIDTH - 1 downto 0);
    biases_address     : out std_logic_vector(BIAS_ADDRESS_WIDTH - 1 downto 0);
    weights            : in  std_logic_vector(LANES * WEIGHT_WIDTH - 1 downto 0);
    biases             : in  std_logic_vector(LANES * SUM_WIDTH - 1 downto 0);
    gate_table_address : out std_logic_vector(GATE_WIDTH - 1 downto 0);
    gate_table         : in  std_logic_vector(ACTIVATION_WIDTH - 1 downto 0);
    cell_table_address : out std_logic_vector(GATE_WIDTH - 1 downto 0);
    cell_table         : in  std_logic_vector(ACTIVATION_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_lstm is
  -- What a unit does, clock after clock: take i, f, g and o; look up o; update; look up the state;
  -- multiply; give.
  constant LOOK_UP  : natural := 4;
  constant UPDATE   : natural := 5;
  constant SQUASH   : natural := 6;
  constant MULTIPLY : natural := 7;
  constant GIVE     : natural := 8;

  subtype activation_t is signed(ACTIVATION_WIDTH - 1 downto 0);
  subtype cell_t is signed(CELL_WIDTH - 1 downto 0);
  subtype cell_sum_t is signed(CELL_SUM_WIDTH - 1 downto 0);
  subtype output_t is std_logic_vector(OUT_WIDTH - 1 downto 0);
  type cells_t is array (natural range 0 to 2 ** UNIT_WIDTH - 1) of cell_t;
  type hidden_t is array (natural range 0 to 2 ** UNIT_WIDTH - 1) of output_t;

  -- The operands of the linear layer.
  signal fed      : unsigned(INDEX_WIDTH - 1 downto 0);
  signal fed_unit : unsigned(UNIT_WIDTH - 1 downto 0);
  signal fed_step : unsigned(STEP_WIDTH - 1 downto 0);
  signal pending  : std_logic; -- the units of the step that was fed are not all done

  signal feeding_outputs : std_logic;
  signal feed            : std_logic;
  signal last_fed        : std_logic;
  signal operand_valid   : std_logic;
  signal operand_ready   : std_logic;
  signal earlier         : signed(OUT_WIDTH - 1 downto 0);
  signal operand         : signed(OPERAND_WIDTH - 1 downto 0);

  -- The units.
  signal phase      : unsigned(3 downto 0);
  signal unit       : unsigned(UNIT_WIDTH - 1 downto 0);
  signal step       : unsigned(STEP_WIDTH - 1 downto 0);
  signal taken      : std_logic;
  signal taken_gate : unsigned(1 downto 0);
  signal gate_i     : activation_t;
  signal gate_f     : activation_t;
  signal gate_g     : activation_t;
  signal gate_o     : activation_t;
  signal cells      : cells_t;
  signal hidden    : hidden_t;
  signal kept       : cell_t;
  signal updated    : cell_t;
  signal result     : output_t;

  signal sum_valid  : std_logic;
  signal sum_ready  : std_logic;
  signal sum        : std_logic_vector(GATE_WIDTH - 1 downto 0);
  signal take       : std_logic;
  signal valid      : std_logic;
  signal leaves     : std_logic;
  signal step_done  : std_logic;
  signal cell_sum   : cell_sum_t;
  signal new_cell   : std_logic_vector(CELL_WIDTH - 1 downto 0);
  signal state      : std_logic_vector(GATE_WIDTH - 1 downto 0);
  signal wide_state : signed(STATE_WIDTH - 1 downto 0);
  signal product    : signed(RESULT_WIDTH - 1 downto 0);
  signal new_output : output_t;

  -- The place in a table, which begins with the smallest number.
  function place(number : std_logic_vector) return std_logic_vector is
    variable turned : std_logic_vector(number'length - 1 downto 0);
  begin
    turned                    := number;
    turned(number'length - 1) := not turned(number'length - 1);
    return turned;
  end function;
begin
  feeding_outputs <= '1' when fed >= FEATURES else '0';
  last_fed        <= '1' when fed = INPUTS - 1 else '0';
  operand_valid   <= not pending when feeding_outputs = '1' else in_valid;
  in_ready        <= operand_ready and not feeding_outputs;
  feed            <= operand_valid and operand_ready;
  earlier         <= (others => '0') when fed_step = 0 else signed(hidden(to_integer(fed_unit)));
  operand         <= shift_left(resize(earlier, OPERAND_WIDTH), OUT_ZEROS)
    when feeding_outputs = '1' else shift_left(resize(signed(in_data), OPERAND_WIDTH), IN_ZEROS);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        fed      <= (others => '0');
        fed_unit <= (others => '0');
        fed_step <= (others => '0');
        pending  <= '0';
      else
        if feed = '1' then
          if last_fed = '1' then
            fed      <= (others => '0');
            fed_unit <= (others => '0');
            if fed_step = STEPS - 1 then
              fed_step <= (others => '0');
            else
              fed_step <= fed_step + 1;
            end if;
          else
            fed <= fed + 1;
            if feeding_outputs = '1' then
              fed_unit <= fed_unit + 1;
            end if;
          end if;
        end if;
        if (feed and last_fed) = '1' then
          pending <= '1';
        elsif step_done = '1' then
          pending <= '0';
        end if;
      end if;
    end if;
  end process;

  -- The memories are read in every clock.
  read <= '1';

  gates : entity work.backplane_linear
    generic map (
      IN_WIDTH => OPERAND_WIDTH,
      WEIGHT_WIDTH => WEIGHT_WIDTH,
      SUM_WIDTH => SUM_WIDTH,
      OUT_WIDTH => GATE_WIDTH,
      SHIFT => GATE_SHIFT,
      INPUTS => INPUTS,
      INDEX_WIDTH => INDEX_WIDTH,
      OUTPUTS => OUTPUTS,
      LANES => LANES,
      LANE_WIDTH => LANE_WIDTH,
      GROUPS => GROUPS,
      GROUP_WIDTH => GROUP_WIDTH,
      BIAS_WORDS => BIAS_WORDS,
      BIAS_ADDRESS_WIDTH => BIAS_ADDRESS_WIDTH,
      WEIGHT_WORDS => WEIGHT_WORDS,
      WEIGHT_ADDRESS_WIDTH => WEIGHT_ADDRESS_WIDTH
    )
    port map (
      clk => clk,
      rst => rst,
      in_valid => operand_valid,
      in_ready => operand_ready,
      in_data => std_logic_vector(operand),
      out_valid => sum_valid,
      out_ready => sum_ready,
      out_data => sum,
      read => open,
      weights_address => weights_address,
      biases_address => biases_address,
      weights => weights,
      biases => biases
    );

  sum_ready          <= '1' when phase < LOOK_UP else '0';
  take               <= sum_valid and sum_ready;
  gate_table_address <= place(sum);
  cell_table_address <= place(state) when phase = SQUASH else place(sum);
  valid              <= '1' when phase = GIVE and (LAST_ONLY = 0 or step = STEPS - 1) else '0';
  out_valid          <= valid;
  out_data           <= result;
  leaves             <= '1' when phase = GIVE and (out_ready = '1' or valid = '0') else '0';
  step_done          <= '1' when leaves = '1' and unit = UNIT_COUNT - 1 else '0';

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        phase <= (others => '0');
        taken <= '0';
        unit  <= (others => '0');
        step  <= (others => '0');
      else
        taken <= take;
        if leaves = '1' then
          phase <= (others => '0');
          if step_done = '0' then
            unit <= unit + 1;
          else
            unit <= (others => '0');
            if step = STEPS - 1 then
              step <= (others => '0');
            else
              step <= step + 1;
            end if;
          end if;
        elsif take = '1' or (sum_ready = '0' and phase /= GIVE) then
          phase <= phase + 1;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        taken_gate <= phase(1 downto 0);
      end if;
      if taken = '1' then
        case taken_gate is
          when "00" => gate_i <= signed(gate_table);
          when "01" => gate_f <= signed(gate_table);
          when "10" => gate_g <= signed(cell_table);
          when others => gate_o <= signed(gate_table);
        end case;
      end if;
      if phase = LOOK_UP then
        if step = 0 then
          kept <= (others => '0');
        else
          kept <= cells(to_integer(unit));
        end if;
      end if;
      if phase = UPDATE then
        updated <= signed(new_cell);
      end if;
      if phase = MULTIPLY then
        result <= new_output;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if phase = SQUASH then
        cells(to_integer(unit)) <= updated;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if leaves = '1' then
        hidden(to_integer(unit)) <= result;
      end if;
    end if;
  end process;

  cell_sum <= shift_left(resize(gate_f * kept, CELL_SUM_WIDTH), KEPT_ZEROS)
    + shift_left(resize(gate_i * gate_g, CELL_SUM_WIDTH), ADDED_ZEROS);
  wide_state <= resize(updated, STATE_WIDTH);
  product    <= resize(gate_o * signed(cell_table), RESULT_WIDTH);

  to_cell : entity work.backplane_requantize
    generic map (IN_WIDTH => CELL_SUM_WIDTH, OUT_WIDTH => CELL_WIDTH, SHIFT => CELL_SHIFT)
    port map (in_data => std_logic_vector(cell_sum), out_data => new_cell);

  to_state : entity work.backplane_requantize
    generic map (IN_WIDTH => STATE_WIDTH, OUT_WIDTH => GATE_WIDTH, SHIFT => STATE_SHIFT)
    port map (in_data => std_logic_vector(wide_state), out_data => state);

  to_output : entity work.backplane_requantize
    generic map (IN_WIDTH => RESULT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => RESULT_SHIFT)
    port map (in_data => std_logic_vector(product), out_data => new_output);
end architecture;
