-- SPDX-License-Identifier: Apache-2.0
--
-- Gives a beat of a stream as RATIO beats, the lowest one first. WIDTH is that of a beat that goes out.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_narrow is
  generic (
    WIDTH       : positive := 8;
    RATIO       : positive := 2;
    COUNT_WIDTH : positive := 1
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(RATIO * WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_narrow is
  constant NOTHING : std_logic_vector(WIDTH - 1 downto 0) := (others => '0');

  signal beats : std_logic_vector(RATIO * WIDTH - 1 downto 0);
  signal count : unsigned(COUNT_WIDTH - 1 downto 0);
  signal full  : std_logic;
  signal last  : std_logic;
  signal give  : std_logic;
  signal room  : std_logic;
  signal take  : std_logic;
begin
  last      <= '1' when count = RATIO - 1 else '0';
  give      <= full and out_ready;
  room      <= not full or (give and last);
  in_ready  <= room;
  take      <= in_valid and room;
  out_valid <= full;
  out_data  <= beats(WIDTH - 1 downto 0);

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        beats <= in_data;
      elsif give = '1' then
        beats <= NOTHING & beats(RATIO * WIDTH - 1 downto WIDTH);
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= (others => '0');
        full  <= '0';
      else
        if give = '1' then
          count <= count + 1;
          if last = '1' then
            count <= (others => '0');
          end if;
        end if;
        if take = '1' then
          full <= '1';
        elsif give = '1' and last = '1' then
          full <= '0';
        end if;
      end if;
    end if;
  end process;
end architecture;
