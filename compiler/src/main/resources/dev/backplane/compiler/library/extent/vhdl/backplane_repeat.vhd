-- SPDX-License-Identifier: Apache-2.0
--
-- Each RUN elements of a stream TIMES times: they pass, and are kept in a memory for the other times.
-- One clock passes; none if TIMES is 1.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_repeat is
  generic (
    WIDTH       : positive := 8;
    RUN         : positive := 3;
    INDEX_WIDTH : positive := 2;
    TIMES       : positive := 2;
    TIMES_WIDTH : positive := 1
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

architecture rtl of backplane_repeat is
begin
  once : if TIMES = 1 generate
    in_ready  <= out_ready;
    out_valid <= in_valid;
    out_data  <= in_data;
  end generate;

  often : if TIMES > 1 generate
    type elements_t is array (natural range 0 to 2 ** INDEX_WIDTH - 1) of std_logic_vector(WIDTH - 1 downto 0);

    signal elements : elements_t;
    signal index    : unsigned(INDEX_WIDTH - 1 downto 0);
    signal count    : unsigned(TIMES_WIDTH - 1 downto 0);
    signal full     : std_logic; -- an element is to be given
    signal fresh    : std_logic; -- it came in the clock before
    signal passed   : std_logic_vector(WIDTH - 1 downto 0);
    signal kept     : std_logic_vector(WIDTH - 1 downto 0);
    signal first    : std_logic;
    signal room     : std_logic;
    signal take     : std_logic;
    signal step     : std_logic;
  begin
    first     <= '1' when count = 0 else '0';
    room      <= out_ready or not full;
    in_ready  <= first and room;
    take      <= in_valid and first and room;
    step      <= room and (in_valid or not first);
    out_valid <= full;
    out_data  <= passed when fresh = '1' else kept;

    process (clk)
    begin
      if rising_edge(clk) then
        if take = '1' then
          elements(to_integer(index)) <= in_data;
        end if;
        if step = '1' then
          kept <= elements(to_integer(index));
        end if;
      end if;
    end process;

    process (clk)
    begin
      if rising_edge(clk) then
        if step = '1' then
          fresh  <= first;
          passed <= in_data;
        end if;
      end if;
    end process;

    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          index <= (others => '0');
          count <= (others => '0');
          full  <= '0';
        else
          if room = '1' then
            full <= in_valid or not first;
          end if;
          if step = '1' then
            index <= index + 1;
            if index = RUN - 1 then
              index <= (others => '0');
              count <= count + 1;
              if count = TIMES - 1 then
                count <= (others => '0');
              end if;
            end if;
          end if;
        end if;
      end if;
    end process;
  end generate;
end architecture;
