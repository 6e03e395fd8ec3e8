-- Units of open-logic that handle words with valid and ready.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity open_logic_flow is
  port (
    clk         : in std_logic;
    rst         : in std_logic;
    data        : in std_logic_vector(15 downto 0);
    valid       : in std_logic;
    last        : in std_logic;
    drop        : in std_logic;
    again       : in std_logic;
    ready       : in std_logic;
    enables     : in std_logic_vector(1 downto 0);
    fifo_data   : out std_logic_vector(15 downto 0);
    fifo_flags  : out std_logic_vector(5 downto 0);
    fifo_levels : out std_logic_vector(9 downto 0);
    pack_data   : out std_logic_vector(15 downto 0);
    pack_flags  : out std_logic_vector(3 downto 0);
    pack_levels : out std_logic_vector(15 downto 0);
    wide_data   : out std_logic_vector(47 downto 0);
    wide_flags  : out std_logic_vector(5 downto 0);
    slim_data   : out std_logic_vector(7 downto 0);
    slim_flags  : out std_logic_vector(2 downto 0);
    stage_data  : out std_logic_vector(15 downto 0);
    stage_flags : out std_logic_vector(1 downto 0);
    late_data   : out std_logic_vector(15 downto 0);
    ram_data    : out std_logic_vector(15 downto 0);
    slow_data   : out std_logic_vector(15 downto 0);
    slow_flags  : out std_logic_vector(1 downto 0)
  );
end entity;

architecture rtl of open_logic_flow is
begin
  fifo : entity work.olo_base_fifo_sync
    generic map (Width_g => 16, Depth_g => 12, AlmFullOn_g => true, AlmFullLevel_g => 9, AlmEmptyOn_g => true, AlmEmptyLevel_g => 3)
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, In_Ready => fifo_flags(0),
      In_Level => fifo_levels(3 downto 0), Out_Data => fifo_data, Out_Valid => fifo_flags(1), Out_Ready => ready,
      Out_Level => fifo_levels(7 downto 4), Full => fifo_flags(2), AlmFull => fifo_flags(3), Empty => fifo_flags(4),
      AlmEmpty => fifo_flags(5));
  fifo_levels(9 downto 8) <= "00";

  pack : entity work.olo_base_fifo_packet
    generic map (Width_g => 16, Depth_g => 32, MaxPackets_g => 5)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Ready => pack_flags(0), In_Data => data, In_Last => last,
      In_Drop => drop, In_IsDropped => pack_flags(1), Out_Valid => pack_flags(2), Out_Ready => ready, Out_Data => pack_data,
      Out_Size => pack_levels(5 downto 0), Out_Last => pack_flags(3), Out_Next => drop, Out_Repeat => again,
      PacketLevel => pack_levels(8 downto 6), FreeWords => pack_levels(14 downto 9));
  pack_levels(15) <= '0';

  wide : entity work.olo_base_wconv_n2xn
    generic map (InWidth_g => 16, OutWidth_g => 48)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Ready => wide_flags(0), In_Data => data, In_Last => last,
      Out_Valid => wide_flags(1), Out_Ready => ready, Out_Data => wide_data, Out_Last => wide_flags(2),
      Out_WordEna => wide_flags(5 downto 3));

  slim : entity work.olo_base_wconv_xn2n
    generic map (InWidth_g => 16, OutWidth_g => 8)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Ready => slim_flags(0), In_Data => data, In_Last => last,
      In_WordEna => enables, Out_Valid => slim_flags(1), Out_Ready => ready, Out_Data => slim_data, Out_Last => slim_flags(2));

  stage : entity work.olo_base_pl_stage
    generic map (Width_g => 16, Stages_g => 3)
    port map (Clk => clk, Rst => rst, In_Valid => valid, In_Ready => stage_flags(0), In_Data => data,
      Out_Valid => stage_flags(1), Out_Ready => ready, Out_Data => stage_data);

  late : entity work.olo_base_delay
    generic map (Width_g => 16, Delay_g => 7, Resource_g => "SRL")
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, Out_Data => late_data);

  ram : entity work.olo_base_delay
    generic map (Width_g => 16, Delay_g => 9, Resource_g => "BRAM")
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, Out_Data => ram_data);

  slow : entity work.olo_base_rate_limit
    generic map (Width_g => 16, Mode_g => "BLOCK", Period_g => 11, MaxSamples_g => 3)
    port map (Clk => clk, Rst => rst, In_Data => data, In_Valid => valid, In_Ready => slow_flags(0), Out_Data => slow_data,
      Out_Valid => slow_flags(1), Out_Ready => ready);
end architecture;
