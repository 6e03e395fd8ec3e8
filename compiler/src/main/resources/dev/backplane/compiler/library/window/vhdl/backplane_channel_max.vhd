-- SPDX-License-Identifier: Apache-2.0
--
-- For each of CHANNELS channels the largest of its COUNT numbers. Numbers come with their channels
-- side by side; the largest leave with the last ones.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_channel_max is
  generic (
    WIDTH         : positive := 8;
    CHANNELS      : positive := 2;
    CHANNEL_WIDTH : positive := 1;
    COUNT         : positive := 4;
    COUNT_WIDTH   : positive := 2
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_channel_max is
  type largest_t is array (natural range 0 to 2 ** CHANNEL_WIDTH - 1) of signed(WIDTH - 1 downto 0);

  signal largest : largest_t;
  signal index   : unsigned(COUNT_WIDTH - 1 downto 0);
  signal channel : unsigned(CHANNEL_WIDTH - 1 downto 0);
  signal kept    : signed(WIDTH - 1 downto 0);
  signal result  : signed(WIDTH - 1 downto 0);
  signal last    : std_logic;
  signal room    : std_logic;
  signal take    : std_logic;
begin
  kept      <= largest(to_integer(channel));
  last      <= '1' when index = COUNT - 1 else '0';
  room      <= out_ready or not last;
  take      <= in_valid and room;
  in_ready  <= room;
  out_valid <= in_valid and last;
  out_data  <= std_logic_vector(result);
  result    <= signed(in_data) when index = 0 or signed(in_data) > kept else kept;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        largest(to_integer(channel)) <= result;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index   <= (others => '0');
        channel <= (others => '0');
      elsif take = '1' then
        channel <= channel + 1;
        if channel = CHANNELS - 1 then
          channel <= (others => '0');
          index   <= index + 1;
          if last = '1' then
            index <= (others => '0');
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
