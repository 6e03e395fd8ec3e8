-- SPDX-License-Identifier: Apache-2.0
--
-- Some elements of a stream: of EXTENT runs of RUN elements those of the runs FIRST, FIRST + STEP and
-- so on up to LAST, for each such group.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_slice is
  generic (
    WIDTH       : positive := 8;
    EXTENT      : positive := 4;
    INDEX_WIDTH : positive := 2;
    RUN         : positive := 1;
    RUN_WIDTH   : positive := 1;
    FIRST       : natural  := 1;
    LAST        : natural  := 3;
    STEP        : positive := 2
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

architecture rtl of backplane_slice is
  signal index     : unsigned(INDEX_WIDTH - 1 downto 0);
  signal wanted    : unsigned(INDEX_WIDTH - 1 downto 0); -- the run that is given next
  signal run_count : unsigned(RUN_WIDTH - 1 downto 0);
  signal keep      : std_logic;
  signal ready     : std_logic;
begin
  keep      <= '1' when index = wanted else '0';
  ready     <= out_ready or not keep;
  in_ready  <= ready;
  out_valid <= in_valid and keep;
  out_data  <= in_data;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        index     <= (others => '0');
        wanted    <= to_unsigned(FIRST, INDEX_WIDTH);
        run_count <= (others => '0');
      elsif (in_valid and ready) = '1' then
        if run_count /= RUN - 1 then
          run_count <= run_count + 1;
        else
          run_count <= (others => '0');
          index     <= index + 1;
          if index = EXTENT - 1 then
            index <= (others => '0');
          end if;
          if keep = '1' then
            wanted <= wanted + STEP;
            if wanted = LAST then
              wanted <= to_unsigned(FIRST, INDEX_WIDTH);
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
