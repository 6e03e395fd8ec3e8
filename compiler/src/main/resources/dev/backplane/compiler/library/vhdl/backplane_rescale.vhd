-- SPDX-License-Identifier: Apache-2.0
--
-- Numbers in a format with another scale and zero: IN_ZERO is taken off, and what is left is
-- multiplied, divided by 2**SHIFT, rounded to nearest, ties to even; then ZERO is added, and the
-- result is cut to LOW and HIGH. Elements of CHANNELS come in turn, each with its own multiplier, which
-- is not negative and comes one clock after its address.
-- PRODUCT_WIDTH must be larger than IN_WIDTH + MULTIPLIER_WIDTH, SHIFT and OUT_WIDTH. A number takes
-- three clocks, and another one comes in each of them.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_rescale is
  generic (
    IN_WIDTH         : positive := 20;
    IN_ZERO          : integer  := 0;
    MULTIPLIER_WIDTH : positive := 17;
    PRODUCT_WIDTH    : positive := 38;
    SHIFT            : natural  := 24;
    OUT_WIDTH        : positive := 8;
    ZERO             : integer  := 0;
    LOW              : integer  := -128;
    HIGH             : integer  := 127;
    CHANNELS         : positive := 4;
    CHANNEL_WIDTH    : positive := 2
  );
  port (
    clk                 : in  std_logic;
    rst                 : in  std_logic;
    in_valid            : in  std_logic;
    in_ready            : out std_logic;
    in_data             : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid           : out std_logic;
    out_ready           : in  std_logic;
    out_data            : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read                : out std_logic;
    multipliers_address : out std_logic_vector(CHANNEL_WIDTH - 1 downto 0);
    multipliers         : in  std_logic_vector(MULTIPLIER_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_rescale is
  constant OFFSET : signed(IN_WIDTH + 32 downto 0) := resize(to_signed(IN_ZERO, 32), IN_WIDTH + 33);

  signal channel    : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal taken      : std_logic;
  signal multiplied : std_logic;
  signal full       : std_logic;
  signal number     : signed(IN_WIDTH downto 0);
  signal product    : signed(PRODUCT_WIDTH - 1 downto 0);
  signal result     : std_logic_vector(OUT_WIDTH - 1 downto 0);
  signal fitted     : std_logic_vector(OUT_WIDTH - 1 downto 0);
  signal give       : std_logic;
  signal move       : std_logic;
  signal take       : std_logic;
  signal fetch      : std_logic;
begin
  give                <= out_ready or not full;
  move                <= give or not multiplied;
  take                <= move or not taken;
  fetch               <= in_valid and take;
  in_ready            <= take;
  read                <= fetch;
  multipliers_address <= std_logic_vector(channel);
  out_valid           <= full;
  out_data            <= result;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        taken      <= '0';
        multiplied <= '0';
        full       <= '0';
        channel    <= (others => '0');
      else
        if take = '1' then
          taken <= in_valid;
        end if;
        if move = '1' then
          multiplied <= taken;
        end if;
        if give = '1' then
          full <= multiplied;
        end if;
        if fetch = '1' then
          if channel = CHANNELS - 1 then
            channel <= (others => '0');
          else
            channel <= channel + 1;
          end if;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if fetch = '1' then
        number <= resize(signed(in_data), IN_WIDTH + 1) - OFFSET(IN_WIDTH downto 0);
      end if;
      if move = '1' then
        product <= resize(number * signed('0' & multipliers), PRODUCT_WIDTH);
      end if;
      if give = '1' then
        result <= fitted;
      end if;
    end if;
  end process;

  fit : entity work.backplane_fit
    generic map (
      IN_WIDTH => PRODUCT_WIDTH,
      OUT_WIDTH => OUT_WIDTH,
      SHIFT => SHIFT,
      ZERO => ZERO,
      LOW => LOW,
      HIGH => HIGH
    )
    port map (in_data => std_logic_vector(product), out_data => fitted);
end architecture;
