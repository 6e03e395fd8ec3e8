-- SPDX-License-Identifier: Apache-2.0
--
-- A number that is not negative times 2**FRACTION, and another times the slope of its channel; divided
-- by 2**SHIFT, rounded to nearest, ties to even, and saturated. Elements of CHANNELS come in turn. A
-- slope comes one clock after its address. PRODUCT_WIDTH holds every product times 2**SCALE.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_prelu is
  generic (
    IN_WIDTH      : positive := 8;
    SLOPE_WIDTH   : positive := 8;
    FRACTION      : natural  := 7;
    CHANNELS      : positive := 4;
    CHANNEL_WIDTH : positive := 2;
    PRODUCT_WIDTH : positive := 17;
    OUT_WIDTH     : positive := 8;
    SCALE         : natural  := 0;
    SHIFT         : natural  := 7
  );
  port (
    clk            : in  std_logic;
    rst            : in  std_logic;
    in_valid       : in  std_logic;
    in_ready       : out std_logic;
    in_data        : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid      : out std_logic;
    out_ready      : in  std_logic;
    out_data       : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    read           : out std_logic;
    slopes_address : out std_logic_vector(CHANNEL_WIDTH - 1 downto 0);
    slopes         : in  std_logic_vector(SLOPE_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_prelu is
  signal fetched : std_logic; -- an element and its slope are there
  signal full    : std_logic; -- a product is there
  signal channel : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal element : signed(IN_WIDTH - 1 downto 0);
  signal product : signed(PRODUCT_WIDTH - 1 downto 0);
  signal room    : std_logic;
  signal ready   : std_logic;
  signal take    : std_logic;
begin
  room           <= out_ready or not full;
  ready          <= room or not fetched;
  take           <= in_valid and ready;
  in_ready       <= ready;
  read           <= take;
  slopes_address <= std_logic_vector(channel);
  out_valid      <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        fetched <= '0';
        full    <= '0';
        channel <= (others => '0');
      else
        if ready = '1' then
          fetched <= in_valid;
        end if;
        if room = '1' then
          full <= fetched;
        end if;
        if take = '1' then
          channel <= channel + 1;
          if channel = CHANNELS - 1 then
            channel <= (others => '0');
          end if;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        element <= signed(in_data);
      end if;
      if room = '1' then
        if element(IN_WIDTH - 1) = '1' then
          product <= shift_left(resize(element * signed(slopes), PRODUCT_WIDTH), SCALE);
        else
          product <= shift_left(resize(element, PRODUCT_WIDTH), FRACTION + SCALE);
        end if;
      end if;
    end if;
  end process;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => PRODUCT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(product), out_data => out_data);
end architecture;
