-- SPDX-License-Identifier: Apache-2.0
--
-- Two straight lines, element by element: BELOW times a number below 0, ABOVE times another,
-- plus OFFSET with OFFSET_ZEROS behind it, exactly in SUM_WIDTH bits; then put into a format within
-- limits. Slopes and offset have SLOPE_WIDTH and OFFSET_WIDTH bits, less than SUM_WIDTH.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_slopes is
  generic (
    SUM_WIDTH    : positive := 16;
    SLOPE_WIDTH  : positive := 5;
    OFFSET_WIDTH : positive := 1;
    BELOW        : integer  := 1;
    ABOVE        : integer  := 8;
    OFFSET       : integer  := 0;
    OFFSET_ZEROS : natural  := 0;
    IN_WIDTH     : positive := 8;
    WIDE         : positive := 17;
    OUT_WIDTH    : positive := 8;
    ZEROS        : natural  := 0;
    SHIFT        : natural  := 3;
    LOW          : integer  := -128;
    HIGH         : integer  := 127
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_slopes is
  constant LEFT_SLOPE  : signed(SLOPE_WIDTH - 1 downto 0) := to_signed(BELOW, SLOPE_WIDTH);
  constant RIGHT_SLOPE : signed(SLOPE_WIDTH - 1 downto 0) := to_signed(ABOVE, SLOPE_WIDTH);
  constant ADDED       : signed(SUM_WIDTH - 1 downto 0) :=
    shift_left(resize(to_signed(OFFSET, OFFSET_WIDTH), SUM_WIDTH), OFFSET_ZEROS);

  signal slope : signed(SLOPE_WIDTH - 1 downto 0);
  signal sum   : signed(SUM_WIDTH - 1 downto 0);
  signal full  : std_logic;
  signal given : std_logic;
  signal take  : std_logic;
begin
  slope    <= LEFT_SLOPE when in_data(IN_WIDTH - 1) = '1' else RIGHT_SLOPE;
  take     <= given or not full;
  in_ready <= take;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full <= '0';
      elsif take = '1' then
        full <= in_valid;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        sum <= resize(signed(in_data) * slope, SUM_WIDTH) + ADDED;
      end if;
    end if;
  end process;

  clip : entity work.backplane_clip
    generic map (
      IN_WIDTH => SUM_WIDTH,
      WIDE => WIDE,
      OUT_WIDTH => OUT_WIDTH,
      ZEROS => ZEROS,
      SHIFT => SHIFT,
      LOW => LOW,
      HIGH => HIGH
    )
    port map (
      in_valid => full,
      in_ready => given,
      in_data => std_logic_vector(sum),
      out_valid => out_valid,
      out_ready => out_ready,
      out_data => out_data
    );
end architecture;
