-- SPDX-License-Identifier: Apache-2.0
--
-- Puts RATIO beats of a stream into one, the first one lowest. WIDTH is that of a beat that comes in.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_widen is
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
    in_data   : in  std_logic_vector(WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(RATIO * WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_widen is
  signal beats : std_logic_vector(RATIO * WIDTH - 1 downto 0);
  signal count : unsigned(COUNT_WIDTH - 1 downto 0);
  signal full  : std_logic;
  signal room  : std_logic;
  signal take  : std_logic;
begin
  room      <= not full or out_ready;
  in_ready  <= room;
  take      <= in_valid and room;
  out_valid <= full;
  out_data  <= beats;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        beats <= in_data & beats(RATIO * WIDTH - 1 downto WIDTH);
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= (others => '0');
        full  <= '0';
      elsif take = '1' then
        count <= count + 1;
        full  <= '0';
        if count = RATIO - 1 then
          count <= (others => '0');
          full  <= '1';
        end if;
      elsif out_ready = '1' then
        full <= '0';
      end if;
    end if;
  end process;
end architecture;
