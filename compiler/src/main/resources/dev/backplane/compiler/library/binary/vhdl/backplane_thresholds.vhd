-- SPDX-License-Identifier: Apache-2.0
--
-- FIRST, and STEP more for each of COUNT thresholds that is not larger than the element. Elements of
-- CHANNELS come in turn, each with its own thresholds: numbers with one bit more than an element,
-- side by side, the first lowest. They come one clock after their address.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_thresholds is
  generic (
    IN_WIDTH      : positive := 8;
    OUT_WIDTH     : positive := 2;
    CHANNELS      : positive := 4;
    CHANNEL_WIDTH : positive := 2;
    COUNT         : positive := 1;
    FIRST         : integer  := -1;
    STEP          : integer  := 2
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
    thresholds_address : out std_logic_vector(CHANNEL_WIDTH - 1 downto 0);
    thresholds         : in  std_logic_vector(COUNT * (IN_WIDTH + 1) - 1 downto 0)
  );
end entity;

architecture rtl of backplane_thresholds is
  constant STEP_32 : signed(31 downto 0) := to_signed(STEP, 32);

  signal full    : std_logic;
  signal ready   : std_logic;
  signal take    : std_logic;
  signal channel : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal element : signed(IN_WIDTH - 1 downto 0);
begin
  ready              <= out_ready or not full;
  take               <= in_valid and ready;
  in_ready           <= ready;
  read               <= take;
  thresholds_address <= std_logic_vector(channel);
  out_valid          <= full;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full    <= '0';
        channel <= (others => '0');
      else
        if ready = '1' then
          full <= in_valid;
        end if;
        if take = '1' then
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
      if take = '1' then
        element <= signed(in_data);
      end if;
    end if;
  end process;

  process (element, thresholds)
    variable sum       : signed(OUT_WIDTH - 1 downto 0);
    variable threshold : signed(IN_WIDTH downto 0);
  begin
    sum := to_signed(FIRST, OUT_WIDTH);
    for i in 0 to COUNT - 1 loop
      threshold := signed(thresholds((i + 1) * (IN_WIDTH + 1) - 1 downto i * (IN_WIDTH + 1)));
      if resize(element, IN_WIDTH + 1) >= threshold then
        sum := sum + STEP_32(OUT_WIDTH - 1 downto 0);
      end if;
    end loop;
    out_data <= std_logic_vector(sum);
  end process;
end architecture;
