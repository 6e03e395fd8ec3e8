-- Units of PoC.
library ieee;
use ieee.std_logic_1164.all;

entity poc_units is
  port (
    clk         : in std_logic;
    rst         : in std_logic;
    data        : in std_logic_vector(15 downto 0);
    amount      : in std_logic_vector(3 downto 0);
    start       : in std_logic;
    put         : in std_logic;
    got         : in std_logic;
    mode        : in std_logic_vector(2 downto 0);
    root        : out std_logic_vector(7 downto 0);
    root_ready  : out std_logic;
    quotient    : out std_logic_vector(15 downto 0);
    remainder   : out std_logic_vector(3 downto 0);
    div_flags   : out std_logic_vector(1 downto 0);
    random      : out std_logic_vector(15 downto 0);
    crc         : out std_logic_vector(15 downto 0);
    crc_zero    : out std_logic;
    mask        : out std_logic_vector(3 downto 0);
    fifo        : out std_logic_vector(15 downto 0);
    fifo_flags  : out std_logic_vector(1 downto 0);
    fifo_states : out std_logic_vector(4 downto 0);
    glue        : out std_logic_vector(15 downto 0);
    glue_flags  : out std_logic_vector(1 downto 0);
    stack       : out std_logic_vector(15 downto 0);
    stack_flags : out std_logic_vector(1 downto 0);
    gear        : out std_logic_vector(63 downto 0);
    gear_flags  : out std_logic_vector(3 downto 0);
    shifted     : out std_logic_vector(15 downto 0);
    grant       : out std_logic_vector(15 downto 0);
    grant_index : out std_logic_vector(3 downto 0);
    grant_none  : out std_logic
  );
end entity;

architecture rtl of poc_units is
begin
  square : entity work.arith_sqrt
    generic map (N => 16)
    port map (rst => rst, clk => clk, arg => data, start => start, sqrt => root, rdy => root_ready);

  divide : entity work.arith_div
    generic map (A_BITS => 16, D_BITS => 4, RAPOW => 2)
    port map (clk => clk, rst => rst, start => start, ready => div_flags(0), A => data, D => amount, Q => quotient, R => remainder,
      Z => div_flags(1));

  noise : entity work.arith_prng
    generic map (BITS => 16, SEED => x"1234")
    port map (clk => clk, rst => rst, got => got, val => random);

  sum : entity work.comm_crc
    generic map (GEN => "10001000000100001", BITS => 4, STARTUP_RMD => x"FFFF")
    port map (clk => clk, set => rst, init => data, step => put, din => amount, rmd => crc, zero => crc_zero);

  scramble : entity work.comm_scramble
    generic map (GEN => "1000000001001", BITS => 4)
    port map (clk => clk, set => rst, din => data(11 downto 0), step => got, mask => mask);

  queue : entity work.fifo_cc_got
    generic map (D_BITS => 16, MIN_DEPTH => 12, OUTPUT_REG => true, STATE_REG => true, ESTATE_WR_BITS => 2, FSTATE_RD_BITS => 3)
    port map (rst => rst, clk => clk, put => put, din => data, full => fifo_flags(0), estate_wr => fifo_states(1 downto 0),
      got => got, dout => fifo, valid => fifo_flags(1), fstate_rd => fifo_states(4 downto 2));

  small : entity work.fifo_glue
    generic map (D_BITS => 16)
    port map (clk => clk, rst => rst, put => put, di => data, ful => glue_flags(0), vld => glue_flags(1), do => glue, got => got);

  pile : entity work.dstruct_stack
    generic map (D_BITS => 16, MIN_DEPTH => 10)
    port map (clk => clk, rst => rst, din => data, put => put, full => stack_flags(0), got => got, dout => stack,
      valid => stack_flags(1));

  wide : entity work.gearbox_up_cc
    generic map (INPUT_BITS => 16, OUTPUT_BITS => 64, META_BITS => 1)
    port map (Clock => clk, In_Sync => rst, In_Valid => put, In_Data => data, In_Meta => mode(0 downto 0),
      Out_Sync => gear_flags(0), Out_Valid => gear_flags(1), Out_Data => gear, Out_Meta => open, Out_First => gear_flags(2),
      Out_Last => gear_flags(3));

  shift : entity work.arith_shifter_barrel
    generic map (BITS => 16)
    port map (Input => data, ShiftAmount => amount, ShiftRotate => mode(0), LeftRight => mode(1), ArithmeticLogic => mode(2),
      Output => shifted);

  first : entity work.arith_firstone
    generic map (N => 16)
    port map (tin => start, rqst => data, grnt => grant, tout => grant_none, bin => grant_index);
end architecture;
