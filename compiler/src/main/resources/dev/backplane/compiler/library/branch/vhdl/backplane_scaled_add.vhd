-- SPDX-License-Identifier: Apache-2.0
--
-- The sum of two numbers with scales and zeros: ZERO0 and ZERO1 are taken off, what is left is
-- multiplied by MULTIPLIER0 and MULTIPLIER1 and added, exactly; the sum is divided by 2**SHIFT, rounded
-- to nearest, ties to even, ZERO is added, and the result is saturated. SUM_WIDTH holds every sum, and
-- must be larger than SHIFT and OUT_WIDTH. A sum takes two clocks.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_scaled_add is
  generic (
    IN0_WIDTH   : positive := 8;
    IN1_WIDTH   : positive := 8;
    ZERO0       : integer  := 0;
    ZERO1       : integer  := 0;
    MULTIPLIER0 : natural  := 32768;
    MULTIPLIER1 : natural  := 16384;
    SUM_WIDTH   : positive := 27;
    OUT_WIDTH   : positive := 8;
    SHIFT       : natural  := 15;
    ZERO        : integer  := 0
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

architecture rtl of backplane_scaled_add is
  constant OFFSET0 : signed(31 downto 0) := to_signed(ZERO0, 32);
  constant OFFSET1 : signed(31 downto 0) := to_signed(ZERO1, 32);
  constant FACTOR0 : signed(31 downto 0) := to_signed(MULTIPLIER0, 32);
  constant FACTOR1 : signed(31 downto 0) := to_signed(MULTIPLIER1, 32);

  signal multiplied : std_logic;
  signal full       : std_logic;
  signal give       : std_logic;
  signal take       : std_logic;
  signal number0    : signed(IN0_WIDTH downto 0);
  signal number1    : signed(IN1_WIDTH downto 0);
  signal product0   : signed(SUM_WIDTH - 1 downto 0);
  signal product1   : signed(SUM_WIDTH - 1 downto 0);
  signal sum        : signed(SUM_WIDTH - 1 downto 0);
begin
  give      <= out_ready or not full;
  take      <= give or not multiplied;
  in0_ready <= take and in1_valid;
  in1_ready <= take and in0_valid;
  out_valid <= full;

  number0 <= resize(signed(in0_data), IN0_WIDTH + 1) - resize(OFFSET0, IN0_WIDTH + 1);
  number1 <= resize(signed(in1_data), IN1_WIDTH + 1) - resize(OFFSET1, IN1_WIDTH + 1);

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        multiplied <= '0';
        full       <= '0';
      else
        if take = '1' then
          multiplied <= in0_valid and in1_valid;
        end if;
        if give = '1' then
          full <= multiplied;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        product0 <= resize(number0 * FACTOR0, SUM_WIDTH);
        product1 <= resize(number1 * FACTOR1, SUM_WIDTH);
      end if;
      if give = '1' then
        sum <= product0 + product1;
      end if;
    end if;
  end process;

  fit : entity work.backplane_fit
    generic map (
      IN_WIDTH => SUM_WIDTH,
      OUT_WIDTH => OUT_WIDTH,
      SHIFT => SHIFT,
      ZERO => ZERO,
      LOW => -(2 ** (OUT_WIDTH - 1)),
      HIGH => 2 ** (OUT_WIDTH - 1) - 1
    )
    port map (in_data => std_logic_vector(sum), out_data => out_data);
end architecture;
