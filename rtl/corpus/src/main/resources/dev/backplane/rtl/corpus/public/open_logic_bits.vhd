-- Units of open-logic that compute.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity open_logic_bits is
  port (
    clk         : in std_logic;
    rst         : in std_logic;
    data        : in std_logic_vector(15 downto 0);
    shift       : in std_logic_vector(3 downto 0);
    valid       : in std_logic;
    first       : in std_logic;
    last        : in std_logic;
    clear       : in std_logic;
    enables     : in std_logic_vector(1 downto 0);
    ready       : in std_logic;
    crc         : out std_logic_vector(31 downto 0);
    crc_flags   : out std_logic_vector(1 downto 0);
    crc8        : out std_logic_vector(7 downto 0);
    crc8_flags  : out std_logic_vector(1 downto 0);
    prbs        : out std_logic_vector(3 downto 0);
    prbs_state  : out std_logic_vector(8 downto 0);
    prbs_valid  : out std_logic;
    left_out    : out std_logic_vector(15 downto 0);
    right_out   : out std_logic_vector(15 downto 0);
    shift_flags : out std_logic_vector(1 downto 0);
    robin       : out std_logic_vector(4 downto 0);
    robin_valid : out std_logic;
    prio        : out std_logic_vector(15 downto 0);
    first_bit   : out std_logic_vector(3 downto 0);
    first_flags : out std_logic_vector(1 downto 0);
    strobe      : out std_logic;
    tdm         : out std_logic_vector(15 downto 0);
    tdm_flags   : out std_logic_vector(1 downto 0);
    cam_match   : out std_logic_vector(7 downto 0);
    cam_addr    : out std_logic_vector(2 downto 0);
    cam_flags   : out std_logic_vector(4 downto 0)
  );
end entity;

architecture rtl of open_logic_bits is
  signal used : std_logic_vector(1 downto 0);
begin
  -- The unit wants all bytes but at the end, and there the lower ones.
  used <= (enables(1) or not last) & '1';

  crc32 : entity work.olo_base_crc
    generic map (DataWidth_g => 16, Polynomial_g => x"04C11DB7", InitialValue_g => x"FFFFFFFF", BitflipOutput_g => true, XorOutput_g => x"FFFFFFFF")
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, In_Ready => crc_flags(0), In_Last => last,
      In_First => first, In_Be => used, Out_Crc => crc, Out_Valid => crc_flags(1), Out_Ready => ready);

  crc_8 : entity work.olo_base_crc
    generic map (DataWidth_g => 16, Polynomial_g => x"D5")
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, In_Ready => crc8_flags(0), In_Last => last,
      In_First => first, Out_Crc => crc8, Out_Valid => crc8_flags(1), Out_Ready => ready);

  noise : entity work.olo_base_prbs
    generic map (Polynomial_g => "100010000", Seed_g => "111000111", BitsPerSymbol_g => 4)
    port map (Clk => clk, Rst => rst, Out_Data => prbs, Out_Ready => ready, Out_Valid => prbs_valid, State_Current => prbs_state,
      State_New => data(8 downto 0), State_Set => clear);

  left : entity work.olo_base_dyn_sft
    generic map (Direction_g => "LEFT", SelBitsPerStage_g => 2, MaxShift_g => 15, Width_g => 16)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Shift => shift, In_Data => data, Out_Valid => shift_flags(0),
      Out_Data => left_out);

  right : entity work.olo_base_dyn_sft
    generic map (Direction_g => "RIGHT", SelBitsPerStage_g => 3, MaxShift_g => 15, Width_g => 16, SignExtend_g => true)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Shift => shift, In_Data => data, Out_Valid => shift_flags(1),
      Out_Data => right_out);

  arbiter : entity work.olo_base_arb_rr
    generic map (Width_g => 5)
    port map (Clk => clk, Rst => rst, In_Req => data(4 downto 0), Out_Grant => robin, Out_Ready => ready, Out_Valid => robin_valid);

  priority : entity work.olo_base_arb_prio
    generic map (Width_g => 16, Latency_g => 2)
    port map (Clk => clk, Rst => rst, In_Req => data, Out_Grant => prio);

  decode : entity work.olo_base_decode_firstbit
    generic map (InWidth_g => 16)
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, Out_FirstBit => first_bit, Out_Found => first_flags(0),
      Out_Valid => first_flags(1));

  tick : entity work.olo_base_strobe_gen
    generic map (FreqClkHz_g => 100.0e6, FreqStrobeHz_g => 7.3e6, FractionalMode_g => true)
    port map (Clk => clk, Rst => rst, In_Sync => clear, Out_Valid => strobe, Out_Ready => ready);

  mux : entity work.olo_base_tdm_mux
    generic map (Channels_g => 4, Width_g => 16)
    port map (Clk => clk, Rst => rst, In_ChSel => shift(1 downto 0), In_Valid => valid, In_Data => data, In_Last => last,
      Out_Valid => tdm_flags(0), Out_Data => tdm, Out_Last => tdm_flags(1));

  cam : entity work.olo_base_cam
    generic map (Addresses_g => 8, ContentWidth_g => 6, RamBlockDepth_g => 8)
    port map (Clk => clk, Rst => rst, Rd_Valid => valid, Rd_Ready => cam_flags(0), Rd_Content => data(5 downto 0),
      Wr_Valid => last, Wr_Ready => cam_flags(1), Wr_Content => data(11 downto 6), Wr_Addr => shift(2 downto 0),
      Wr_Write => first, Wr_Clear => clear, Wr_ClearAll => '0', Match_Valid => cam_flags(2), Match_Match => cam_match,
      Addr_Valid => cam_flags(3), Addr_Found => cam_flags(4), Addr_Addr => cam_addr);
end architecture;
