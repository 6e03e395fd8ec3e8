-- SPDX-License-Identifier: Apache-2.0
--
-- Positions in place of elements: a number from 0 to EXTENT - 1, which is one more after each RUN
-- elements and begins again after the last.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_counter is
  generic (
    IN_WIDTH    : positive := 8;
    OUT_WIDTH   : positive := 4;
    EXTENT      : positive := 8;
    COUNT_WIDTH : positive := 3;
    RUN         : positive := 1;
    RUN_WIDTH   : positive := 1
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

architecture rtl of backplane_counter is
  signal count     : unsigned(COUNT_WIDTH - 1 downto 0);
  signal run_count : unsigned(RUN_WIDTH - 1 downto 0);
begin
  in_ready  <= out_ready;
  out_valid <= in_valid;
  out_data  <= std_logic_vector(resize(count, OUT_WIDTH));

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count     <= (others => '0');
        run_count <= (others => '0');
      elsif (in_valid and out_ready) = '1' then
        if run_count /= RUN - 1 then
          run_count <= run_count + 1;
        else
          run_count <= (others => '0');
          if count = EXTENT - 1 then
            count <= (others => '0');
          else
            count <= count + 1;
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
