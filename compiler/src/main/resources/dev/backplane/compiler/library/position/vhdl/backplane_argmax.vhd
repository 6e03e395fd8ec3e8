-- SPDX-License-Identifier: Apache-2.0
--
-- Which of EXTENT elements is the largest: the index of the first of them, for each such group.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_argmax is
  generic (
    IN_WIDTH    : positive := 8;
    OUT_WIDTH   : positive := 4;
    EXTENT      : positive := 8;
    COUNT_WIDTH : positive := 3
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

architecture rtl of backplane_argmax is
  signal count    : unsigned(COUNT_WIDTH - 1 downto 0);
  signal best     : unsigned(COUNT_WIDTH - 1 downto 0);
  signal best_now : unsigned(COUNT_WIDTH - 1 downto 0);
  signal result   : unsigned(COUNT_WIDTH - 1 downto 0);
  signal largest  : signed(IN_WIDTH - 1 downto 0);
  signal full     : std_logic;
  signal ready    : std_logic;
  signal last     : std_logic;
  signal better   : std_logic;
begin
  ready     <= out_ready or not full;
  in_ready  <= ready;
  last      <= '1' when count = EXTENT - 1 else '0';
  better    <= '1' when count = 0 or signed(in_data) > largest else '0';
  best_now  <= count when better = '1' else best;
  out_valid <= full;
  out_data  <= std_logic_vector(resize(result, OUT_WIDTH));

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        full  <= '0';
        count <= (others => '0');
      elsif ready = '1' then
        full <= in_valid and last;
        if in_valid = '1' then
          if last = '1' then
            count <= (others => '0');
          else
            count <= count + 1;
          end if;
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if (in_valid and ready) = '1' then
        best <= best_now;
        if better = '1' then
          largest <= signed(in_data);
        end if;
        if last = '1' then
          result <= best_now;
        end if;
      end if;
    end if;
  end process;
end architecture;
