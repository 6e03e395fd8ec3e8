-- SPDX-License-Identifier: Apache-2.0
--
-- A constant before, between and behind the runs of RUN elements of a stream: of EXTENT runs that are
-- given, FIRST, FIRST + STEP and so on up to LAST are those that come in, for each such group. What is
-- before a run waits until the run comes, so that nothing is given before a tensor begins.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_pad is
  generic (
    WIDTH       : positive := 8;
    EXTENT      : positive := 6;
    INDEX_WIDTH : positive := 3;
    RUN         : positive := 1;
    RUN_WIDTH   : positive := 1;
    FIRST       : natural  := 1;
    LAST        : natural  := 3;
    STEP        : positive := 2;
    VALUE       : integer  := 0
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

architecture rtl of backplane_pad is
  signal index     : unsigned(INDEX_WIDTH - 1 downto 0);
  signal next_run  : unsigned(INDEX_WIDTH - 1 downto 0); -- the run that comes in next
  signal run_count : unsigned(RUN_WIDTH - 1 downto 0);
  signal behind    : std_logic; -- all runs came in
  signal own       : std_logic;
  signal valid     : std_logic;
begin
  own       <= not behind when index = next_run else '0';
  in_ready  <= own and out_ready;
  valid     <= in_valid or behind;
  out_valid <= valid;
  out_data  <= in_data when own = '1' else std_logic_vector(to_signed(VALUE, WIDTH));

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index     <= (others => '0');
        next_run  <= to_unsigned(FIRST, INDEX_WIDTH);
        run_count <= (others => '0');
        behind    <= '0';
      elsif (valid and out_ready) = '1' then
        if run_count /= RUN - 1 then
          run_count <= run_count + 1;
        else
          run_count <= (others => '0');
          index     <= index + 1;
          if own = '1' then
            next_run <= next_run + STEP;
            if next_run = LAST then
              next_run <= to_unsigned(FIRST, INDEX_WIDTH);
              behind   <= '1';
            end if;
          end if;
          if index = EXTENT - 1 then
            index  <= (others => '0');
            behind <= '0';
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
