-- A first-in first-out queue of generic size with counters, as kernels have.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity fifo is
  generic (DEPTH_LOG2 : natural := 3; WIDTH : natural := 12);
  port (
    clk     : in  std_logic;
    rst     : in  std_logic;
    s_valid : in  std_logic;
    s_ready : out std_logic;
    s_data  : in  std_logic_vector(WIDTH - 1 downto 0);
    m_valid : out std_logic;
    m_ready : in  std_logic;
    m_data  : out std_logic_vector(WIDTH - 1 downto 0);
    level   : out std_logic_vector(DEPTH_LOG2 downto 0)
  );
end entity;

architecture rtl of fifo is
  type store_t is array (0 to 2 ** DEPTH_LOG2 - 1) of std_logic_vector(WIDTH - 1 downto 0);
  signal store       : store_t;
  signal head, tail  : unsigned(DEPTH_LOG2 downto 0) := (others => '0');
  signal full, empty : std_logic;
begin
  full  <= '1' when head - tail = 2 ** DEPTH_LOG2 else '0';
  empty <= '1' when head = tail else '0';
  process (clk)
  begin
    if rising_edge(clk) then
      if s_valid = '1' and full = '0' then
        store(to_integer(head(DEPTH_LOG2 - 1 downto 0))) <= s_data;
      end if;
      if rst = '1' then
        head <= (others => '0');
        tail <= (others => '0');
      else
        if s_valid = '1' and full = '0' then
          head <= head + 1;
        end if;
        if m_ready = '1' and empty = '0' then
          tail <= tail + 1;
        end if;
      end if;
    end if;
  end process;
  s_ready <= not full;
  m_valid <= not empty;
  m_data  <= store(to_integer(tail(DEPTH_LOG2 - 1 downto 0)));
  level   <= std_logic_vector(head - tail);
end architecture;
