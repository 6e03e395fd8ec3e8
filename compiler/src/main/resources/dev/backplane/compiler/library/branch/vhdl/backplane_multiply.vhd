-- SPDX-License-Identifier: Apache-2.0
--
-- The product of two numbers without their zeros, times 2**SCALE, divided by 2**SHIFT, rounded to nearest,
-- ties to even, and saturated. PRODUCT_WIDTH holds every product times 2**SCALE. Each RUN0 elements of the
-- first stream are used TIMES0 times, and so are those of the second.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_multiply is
  generic (
    IN0_WIDTH     : positive := 8;
    IN1_WIDTH     : positive := 8;
    RUN0          : positive := 1;
    INDEX0_WIDTH  : positive := 1;
    TIMES0        : positive := 1;
    TIMES0_WIDTH  : positive := 1;
    RUN1          : positive := 1;
    INDEX1_WIDTH  : positive := 1;
    TIMES1        : positive := 1;
    TIMES1_WIDTH  : positive := 1;
    ZERO0         : integer  := 0;
    ZERO1         : integer  := 0;
    PRODUCT_WIDTH : positive := 16;
    OUT_WIDTH     : positive := 8;
    SCALE         : natural  := 0;
    SHIFT         : natural  := 4
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

architecture rtl of backplane_multiply is
  signal valid0  : std_logic;
  signal ready0  : std_logic;
  signal data0   : std_logic_vector(IN0_WIDTH - 1 downto 0);
  signal valid1  : std_logic;
  signal ready1  : std_logic;
  signal data1   : std_logic_vector(IN1_WIDTH - 1 downto 0);
  signal number0 : signed(IN0_WIDTH downto 0);
  signal number1 : signed(IN1_WIDTH downto 0);
  signal product : signed(PRODUCT_WIDTH - 1 downto 0);
  signal full    : std_logic;
  signal room    : std_logic;
begin
  room   <= out_ready or not full;
  ready0 <= room and valid1;
  ready1 <= room and valid0;

  number0 <= resize(signed(data0), IN0_WIDTH + 1) - to_signed(ZERO0, IN0_WIDTH + 1);
  number1 <= resize(signed(data1), IN1_WIDTH + 1) - to_signed(ZERO1, IN1_WIDTH + 1);

  repeat0 : entity work.backplane_repeat
    generic map (
      WIDTH => IN0_WIDTH,
      RUN => RUN0,
      INDEX_WIDTH => INDEX0_WIDTH,
      TIMES => TIMES0,
      TIMES_WIDTH => TIMES0_WIDTH
    )
    port map (
      clk => clk,
      rst => rst,
      in_valid => in0_valid,
      in_ready => in0_ready,
      in_data => in0_data,
      out_valid => valid0,
      out_ready => ready0,
      out_data => data0
    );

  repeat1 : entity work.backplane_repeat
    generic map (
      WIDTH => IN1_WIDTH,
      RUN => RUN1,
      INDEX_WIDTH => INDEX1_WIDTH,
      TIMES => TIMES1,
      TIMES_WIDTH => TIMES1_WIDTH
    )
    port map (
      clk => clk,
      rst => rst,
      in_valid => in1_valid,
      in_ready => in1_ready,
      in_data => in1_data,
      out_valid => valid1,
      out_ready => ready1,
      out_data => data1
    );

  out_valid <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full <= '0';
      elsif room = '1' then
        full <= valid0 and valid1;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if room = '1' then
        product <= shift_left(resize(number0 * number1, PRODUCT_WIDTH), SCALE);
      end if;
    end if;
  end process;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => PRODUCT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(product), out_data => out_data);
end architecture;
