-- SPDX-License-Identifier: Apache-2.0
--
-- Keeps up to DEPTH elements of a stream, and one more that goes out.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_queue is
  generic (
    WIDTH         : positive := 8;
    DEPTH         : positive := 4;
    ADDRESS_WIDTH : positive := 2;
    COUNT_WIDTH   : positive := 3
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

architecture rtl of backplane_queue is
  type elements_t is array (natural range 0 to 2 ** ADDRESS_WIDTH - 1) of std_logic_vector(WIDTH - 1 downto 0);

  signal elements : elements_t;
  signal head     : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal tail     : unsigned(ADDRESS_WIDTH - 1 downto 0);
  signal count    : unsigned(COUNT_WIDTH - 1 downto 0);
  signal room     : std_logic;
  signal write    : std_logic;
  signal read     : std_logic;
  signal valid    : std_logic;
begin
  room      <= '1' when count /= DEPTH else '0';
  in_ready  <= room;
  write     <= in_valid and room;
  read      <= '1' when count /= 0 and (valid = '0' or out_ready = '1') else '0';
  out_valid <= valid;

  process (clk)
  begin
    if rising_edge(clk) then
      if write = '1' then
        elements(to_integer(tail)) <= in_data;
      end if;
      if read = '1' then
        out_data <= elements(to_integer(head));
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        head  <= (others => '0');
        tail  <= (others => '0');
        count <= (others => '0');
        valid <= '0';
      else
        if write = '1' then
          tail <= tail + 1;
          if tail = DEPTH - 1 then
            tail <= (others => '0');
          end if;
        end if;
        if read = '1' then
          head <= head + 1;
          if head = DEPTH - 1 then
            head <= (others => '0');
          end if;
        end if;
        if write = '1' and read = '0' then
          count <= count + 1;
        elsif read = '1' and write = '0' then
          count <= count - 1;
        end if;
        if read = '1' then
          valid <= '1';
        elsif out_ready = '1' then
          valid <= '0';
        end if;
      end if;
    end if;
  end process;
end architecture;
