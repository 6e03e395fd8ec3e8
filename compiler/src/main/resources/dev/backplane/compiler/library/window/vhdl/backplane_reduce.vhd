-- SPDX-License-Identifier: Apache-2.0
--
-- One number of each COUNT numbers: the largest, or the sum. Takes a number in each clock, except for
-- the last one while the result before has not left.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_reduce is
  generic (
    SUM         : natural  := 1;  -- 0: the largest, 1: the sum
    IN_WIDTH    : positive := 8;
    OUT_WIDTH   : positive := 10; -- more than IN_WIDTH for a sum, IN_WIDTH for the largest
    COUNT       : positive := 4;
    COUNT_WIDTH : positive := 2
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

architecture rtl of backplane_reduce is
  signal index   : unsigned(COUNT_WIDTH - 1 downto 0);
  signal number  : signed(OUT_WIDTH - 1 downto 0);
  signal reduced : signed(OUT_WIDTH - 1 downto 0);
  signal more    : signed(OUT_WIDTH - 1 downto 0);
  signal last    : std_logic;
  signal room    : std_logic;
  signal take    : std_logic;
  signal full    : std_logic;
begin
  last      <= '1' when index = COUNT - 1 else '0';
  room      <= not (last and full);
  take      <= in_valid and room;
  in_ready  <= room;
  out_valid <= full;
  number    <= resize(signed(in_data), OUT_WIDTH);

  by_adding : if SUM = 1 generate
    more <= number when index = 0 else reduced + number;
  end generate;

  by_comparing : if SUM = 0 generate
    more <= number when index = 0 or number > reduced else reduced;
  end generate;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        reduced <= more;
        if last = '1' then
          out_data <= std_logic_vector(more);
        end if;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index <= (others => '0');
        full  <= '0';
      else
        if out_ready = '1' then
          full <= '0';
        end if;
        if take = '1' then
          index <= index + 1;
          if last = '1' then
            index <= (others => '0');
            full  <= '1';
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
