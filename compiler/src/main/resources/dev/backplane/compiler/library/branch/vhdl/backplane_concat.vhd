-- SPDX-License-Identifier: Apache-2.0
--
-- Two streams in turn: RUN0 elements of the first, then RUN1 of the second, and again. Numbers are
-- times 2**SCALE0 and 2**SCALE1, then divided by 2**SHIFT, rounded to nearest, ties to even, and
-- saturated. ALIGNED_WIDTH holds every number that is not divided yet.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_concat is
  generic (
    IN0_WIDTH     : positive := 8;
    IN1_WIDTH     : positive := 8;
    SCALE0        : natural  := 0;
    SCALE1        : natural  := 0;
    ALIGNED_WIDTH : positive := 8;
    OUT_WIDTH     : positive := 8;
    SHIFT         : natural  := 0;
    RUN0          : positive := 2;
    RUN1          : positive := 2;
    COUNT_WIDTH   : positive := 1
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in0_valid : in  std_logic;
    in0_ready : out std_logic;
    in0_data  : in  std_logic_vector(IN0_WIDTH - 1 downto 0);
    in1_valid : in  std_logic;
    in1_ready : out std_logic;
    in1_data  : in  std_logic_vector(IN1_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_concat is
  signal second : std_logic;
  signal count  : unsigned(COUNT_WIDTH - 1 downto 0);
  signal number : signed(ALIGNED_WIDTH - 1 downto 0);
  signal valid  : std_logic;
  signal last   : std_logic;
begin
  number <= shift_left(resize(signed(in1_data), ALIGNED_WIDTH), SCALE1) when second = '1' else
            shift_left(resize(signed(in0_data), ALIGNED_WIDTH), SCALE0);

  valid     <= in1_valid when second = '1' else in0_valid;
  out_valid <= valid;
  in0_ready <= out_ready and not second;
  in1_ready <= out_ready and second;

  last <= '1' when (second = '0' and count = RUN0 - 1) or (second = '1' and count = RUN1 - 1) else '0';

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => ALIGNED_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(number), out_data => out_data);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        second <= '0';
        count  <= (others => '0');
      elsif (valid and out_ready) = '1' then
        if last = '1' then
          second <= not second;
          count  <= (others => '0');
        else
          count <= count + 1;
        end if;
      end if;
    end if;
  end process;
end architecture;
